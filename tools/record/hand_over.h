// What it costs to hand a call over, as a recording shows it.
#pragma once

#include "tools/record/profile.h"
#include "tools/record/trace.h"

namespace mentat::command {

/// The quickest tenth of the calls show it; the others waited for a worker.
[[nodiscard]] profile::hand_overs hand_overs_of(const trace& of);

}  // namespace mentat::command
