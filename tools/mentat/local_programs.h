#pragma once

#include <string>
#include <vector>

#include "daemons/host/wire/session_rows.h"

namespace mentat::command {

/// Asks the running programs of this user that belong to no session: modes serial, threads,
/// adversarial and processes. A program's number is the process id of its (first) process.
///
/// Returns rows like those of a session: `program` for each program and, unless `what` is
/// `programs`, the answers of its processes, each with program, host, process and pid. `silent`
/// stands for a process that does not answer within a second, `left_out` for the count of rows
/// beyond `most`. `program` selects one program; 0 selects all.
std::vector<host::session_row> ask_local_programs(const std::string& what, long program,
                                                  std::size_t most);

}  // namespace mentat::command
