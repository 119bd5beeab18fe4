#pragma once

#include <string>
#include <vector>

#include "daemons/host/wire/session_rows.h"
#include "tools/mentat/problem.h"

namespace mentat::command {

inline constexpr long all_programs = 0;

/// The number of a program as `mentat list programs` prints it; an option that is not given is
/// empty and means all programs.
expected<long> parse_program(const std::string& text);

/// Asks the named session; without a name, programs outside of any session and the default session,
/// which may be absent. `what`: what a daemon can list of programs, or `programs`, or `hosts`, for
/// which the answer is the session's status.
expected<std::vector<host::session_row>> ask_all_programs(const std::string& what,
                                                          const std::string& session, long program,
                                                          int limit);

/// How many rows were left out.
std::string sum_of_left_out(const std::vector<host::session_row>& all);

/// Says on standard error which processes did not answer, and how many rows are left out.
/// `remedy` follows that number.
void warn_of_gaps(const std::vector<host::session_row>& all, const std::string& remedy);

}  // namespace mentat::command
