#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "tools/record/trace.h"

namespace mentat::command {

/// The recording as a trace of Perfetto (protobuf, TrackEvent), which ui.perfetto.dev and its trace
/// processor open. Times are nanoseconds since the beginning of the recording.
[[nodiscard]] std::string as_perfetto_trace(const trace& of);
/// The same in pieces; none follows after `to` has returned false.
void write_perfetto_trace(const trace& of, const std::function<bool(std::string_view)>& to);

}  // namespace mentat::command
