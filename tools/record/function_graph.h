// The call graph of a recording by functions.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "tools/record/call_graph.h"
#include "tools/record/trace.h"

namespace mentat::command {

struct function_graph {
  struct summary {
    std::uint64_t calls = 0;
    std::int64_t time = 0;  // of an arrow: 0
    bool is_critical = false;
  };
  std::map<std::uint16_t, summary> functions;
  std::map<std::pair<std::uint16_t, std::uint16_t>, summary> arrows;  // who made whom

  function_graph(const trace& of, const call_graph& graph);
};

}  // namespace mentat::command
