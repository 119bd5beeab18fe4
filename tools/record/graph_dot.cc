#include "tools/record/graph_dot.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <utility>

#include "tools/record/call_graph.h"
#include "tools/record/function_graph.h"

namespace mentat::command {
namespace {

std::string dot_string(std::string_view text) {
  std::string made = "\"";
  for (const char one : text) {
    if (one == '"' || one == '\\') made += '\\';
    made += static_cast<unsigned char>(one) < 0x20 ? ' ' : one;
  }
  return made += '"';
}

std::string milliseconds(std::int64_t ns) {
  char text[40];
  std::snprintf(text, sizeof text, "%.3f ms", static_cast<double>(ns) / 1'000'000);
  return text;
}

constexpr const char* red = ", color=\"#c00000\", penwidth=2";

// Nodes are named by numbers, arrows by pairs of them.
class dot_writer {
 public:
  dot_writer(const trace& of, const call_graph& graph) {
    std::int64_t end = 0;
    for (const trace::call& one : of.calls) end = std::max(end, one.end);
    text_ = "digraph recording {\n  graph [labelloc=t, fontname=\"sans-serif\", label=" +
            dot_string(of.program + ", mode " + of.mode + ", " + milliseconds(end) +
                       "; calls of the critical path (red) ran " +
                       milliseconds(graph.critical_time())) +
            "];\n  node [shape=box, fontname=\"sans-serif\"];\n";
  }

  void add_node(std::size_t which, const traced_method& method, const std::string& more,
                bool is_critical) {
    text_ += "  n" + std::to_string(which) + " [label=" + dot_string(method.name) +
             " + \"\\n\" + " + dot_string(more) + ", tooltip=" + dot_string(method.defined_at) +
             (is_critical ? red : "") + "];\n";
  }
  void add_arrow(std::size_t from, std::size_t to, std::uint64_t calls, bool is_critical) {
    text_ += "  n" + std::to_string(from) + " -> n" + std::to_string(to) +
             " [label=" + dot_string(calls == 1 ? "" : std::to_string(calls)) +
             (is_critical ? red : "") + "];\n";
  }
  std::string finish() { return text_ + "}\n"; }

 private:
  std::string text_;
};

void add_calls(const trace& of, const call_graph& graph, dot_writer& to) {
  for (std::size_t i = 0; i < of.calls.size(); ++i) {
    const trace::call& one = of.calls[i];
    to.add_node(i, of.method(one.method),
                milliseconds(one.end - one.begin) + (one.was_cut_off ? ", cut off" : ""),
                graph.is_critical(i));
  }
  for (std::size_t i = 0; i < of.calls.size(); ++i)
    if (const std::size_t by = graph.maker(i); by != call_graph::none)
      to.add_arrow(by, i, 1, graph.is_critical(i) && graph.is_critical(by));
}

void add_functions(const trace& of, const call_graph& graph, dot_writer& to) {
  const function_graph by_function(of, graph);
  for (const auto& [method, has] : by_function.functions)
    to.add_node(method, of.method(method),
                std::to_string(has.calls) + (has.calls == 1 ? " call, " : " calls, ") +
                    milliseconds(has.time),
                has.is_critical);
  for (const auto& [pair, has] : by_function.arrows)
    to.add_arrow(pair.first, pair.second, has.calls, has.is_critical);
}

}  // namespace

std::string as_dot(const trace& of, graph_detail detail) {
  return as_dot(of, call_graph(of), detail);
}

std::string as_dot(const trace& of, const call_graph& graph, graph_detail detail) {
  dot_writer to(of, graph);
  if (detail == graph_detail::calls)
    add_calls(of, graph, to);
  else
    add_functions(of, graph, to);
  return to.finish();
}

}  // namespace mentat::command
