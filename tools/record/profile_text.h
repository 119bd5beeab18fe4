#pragma once

#include <string>

#include "tools/record/profile.h"
#include "tools/record/trace.h"

namespace mentat::command {

/// The profile for a person. Names cannot break its lines.
[[nodiscard]] std::string as_text(const profile& made, const trace& of);
/// The same as JSON, with all functions and waits; times are numbers of nanoseconds.
[[nodiscard]] std::string as_json(const profile& made, const trace& of);

}  // namespace mentat::command
