#pragma once

#include <cstddef>
#include <string>

#include "tools/record/call_graph.h"
#include "tools/record/trace.h"

namespace mentat::command {

enum class graph_detail { functions, calls };

/// Up to so many calls, the calls themselves are shown unless functions are asked for.
inline constexpr std::size_t most_shown_calls = 300;

/// The recording as a graph for Graphviz: an arrow leads from a function, or a call, to those that
/// it made. The critical path is red.
[[nodiscard]] std::string as_dot(const trace& of, graph_detail detail);
/// The same, if the graph of the calls is there already.
[[nodiscard]] std::string as_dot(const trace& of, const call_graph& graph, graph_detail detail);

}  // namespace mentat::command
