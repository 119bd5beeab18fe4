// Which recorded calls depend on which, as far as the recording has it: level `full` has all within
// a process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tools/record/strand_graph.h"
#include "tools/record/trace.h"

namespace mentat::dashboard {

class call_links {
 public:
  using index = std::uint32_t;  // of trace::calls

  explicit call_links(const command::trace& of);

  /// The calls whose results are its arguments, or are needed in it.
  [[nodiscard]] std::span<const index> producers(index call) const { return producers_.of(call); }
  [[nodiscard]] std::span<const index> consumers(index call) const { return consumers_.of(call); }

  /// Other calls of which a part had to come before its end, or after its begin.
  struct closure {
    std::vector<index> calls;  // the first `most`
    std::size_t count = 0;
  };
  [[nodiscard]] closure before(index call, std::size_t most) const;
  [[nodiscard]] closure after(index call, std::size_t most) const;

 private:
  struct arc {
    index from, to;
    auto operator<=>(const arc&) const = default;
  };
  // Arcs by one of their ends.
  struct table {
    std::vector<index> first, others;
    table() = default;
    table(const std::vector<arc>& arcs, std::size_t ends);
    [[nodiscard]] std::span<const index> of(index end) const {
      return std::span(others).subspan(first[end], first[end + 1] - first[end]);
    }
  };
  [[nodiscard]] closure reach(index call, index strand, const table& arcs, std::size_t most) const;

  const command::strand_graph strands_;
  table producers_, consumers_;  // of calls
  table earlier_, later_;        // of strands
};

}  // namespace mentat::dashboard
