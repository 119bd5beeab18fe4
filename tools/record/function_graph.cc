#include "tools/record/function_graph.h"

namespace mentat::command {

function_graph::function_graph(const trace& of, const call_graph& graph) {
  for (std::size_t i = 0; i < of.calls.size(); ++i) {
    const trace::call& one = of.calls[i];
    summary& function = functions[one.method];
    ++function.calls;
    function.time = sum_of(function.time, one.end - one.begin);
    function.is_critical |= graph.is_critical(i);
    const std::size_t by = graph.maker(i);
    if (by == call_graph::none) continue;
    summary& arrow = arrows[{of.calls[by].method, one.method}];
    ++arrow.calls;
    arrow.is_critical |= graph.is_critical(i) && graph.is_critical(by);
  }
}

}  // namespace mentat::command
