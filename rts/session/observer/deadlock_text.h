// What waits for what when the run-time system ends a wait, in the words of `mentat why`: the
// circles, or all waits if there are none. Thread-safety: only while nothing runs in the process.
#pragma once

#include <string>

#include "rts/executor/executor.h"
#include "rts/session/observer/wait_rows.h"

namespace mentat::node {

// Lines, at most 30.
std::string text_of_deadlock(const executor& runs, const wait_sources& session);

}  // namespace mentat::node
