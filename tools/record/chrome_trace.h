#pragma once

#include <string>

#include "tools/record/trace.h"

namespace mentat::command {

/// The recording as a JSON text in the Trace Event Format, which chrome://tracing, Perfetto and
/// speedscope open. Times are microseconds since the beginning of the recording.
[[nodiscard]] std::string as_chrome_trace(const trace& of);

}  // namespace mentat::command
