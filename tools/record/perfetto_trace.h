#pragma once

#include <string>

#include "tools/record/trace.h"

namespace mentat::command {

/// The recording as a trace of Perfetto (protobuf, TrackEvent), which ui.perfetto.dev and its trace
/// processor open. Times are nanoseconds since the beginning of the recording.
[[nodiscard]] std::string as_perfetto_trace(const trace& of);

}  // namespace mentat::command
