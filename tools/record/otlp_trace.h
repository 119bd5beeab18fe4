#pragma once

#include <cstddef>
#include <string>

#include "tools/record/trace.h"

namespace mentat::command {

/// The recording as an ExportTraceServiceRequest of OpenTelemetry, in JSON (OTLP/HTTP), a line for
/// each span. A call is a span, its maker its parent; the calls whose results it takes are links.
struct otlp_trace {
  std::string text;
  std::size_t spans = 0;  // of trace::calls.size()
};

/// Of more than 10,000 calls, those of 1 ms or more, and one in 1,000 others. `traceparent`: of the
/// W3C, from the process that started the program; its trace has the spans then, and calls without
/// a maker are children of its span. If it is empty or malformed, the trace is named by the program
/// and the time at which it began, so that two exports of a recording are the same.
[[nodiscard]] otlp_trace as_otlp_trace(const trace& of, const std::string& traceparent);

}  // namespace mentat::command
