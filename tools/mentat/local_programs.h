#pragma once

#include <string>
#include <vector>

#include "daemons/host/session_rows.h"

namespace mentat::command {

/// What the running programs of this user say that are in no session of hosts: modes serial,
/// threads, adversarial and processes. A program's number is the system's number of its (first)
/// process.
///
/// Rows as those of a session: `program` of each, and if `what` is not `programs` what its processes
/// answer, each with program, host, process and pid; `silent` of a process that does not answer
/// within a second; `left_out` with the count of rows beyond `most`. `program`: only of that one;
/// 0: of all.
std::vector<host::session_row> ask_local_programs(const std::string& what, long program,
                                                  std::size_t most);

}  // namespace mentat::command
