#pragma once

#include <string>
#include <utility>
#include <vector>

#include "daemons/host/wire/session_rows.h"

namespace mentat::command {

/// Merges the rows that processes of a session report into rows for people: pure functions
/// (rts/session/inspection.h describes the rows of a process).

/// One row for each class of a program: sums over its processes. `expected` is there if it is not
/// 0.
std::vector<host::session_row> add_up_classes(const std::vector<host::session_row>& rows);

/// One row for each call between processes: the sender's row, with `where` and `state` of the
/// executing process if that reports the call. Of several calls with one key, the oldest counts as
/// running.
std::vector<host::session_row> match_calls(const std::vector<host::session_row>& rows);

}  // namespace mentat::command
