#pragma once

#include <string>
#include <utility>
#include <vector>

#include "daemons/host/session_rows.h"

namespace mentat::command {

/// What processes say of the programs of a session, put together for people: pure, over rows
/// (rts/session/inspection.h says what each process gives).

/// One row for each class of a program; a process counts what it has.
std::vector<host::session_row> add_up_classes(const std::vector<host::session_row>& rows);

/// One row for each call between processes: the row of who has sent it, with `where` and `state` of
/// who executes it, if somebody says so. Of several calls with one key the oldest is the one that
/// runs.
std::vector<host::session_row> match_calls(const std::vector<host::session_row>& rows);

}  // namespace mentat::command
