// The recorded program as a graph that can be scheduled again. Its nodes are strands: a piece of a
// call between two points at which it makes a call, needs a result, or gives way to another one on
// its stack. A strand depends on the strand before it in its call and on others, all of which ended
// before it began; so there is no circle, whatever the recording says.
//
// Only a recording of level `full` of one process has all dependences (is_complete()).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "tools/record/trace.h"

namespace mentat::command {

class strand_graph {
 public:
  using index = std::uint32_t;
  static constexpr index none = std::numeric_limits<index>::max();

  struct node {
    std::int64_t begin = 0, end = 0;  // as recorded
    index call = 0;                   // of trace::calls; the strands of a call follow each other
  };
  enum class reason : std::uint8_t { made, argument, result, object };
  struct dependence {
    index from = 0, to = 0;
    reason why{};
    std::uint32_t wait = none;  // of `result`: an index of waits()
  };
  /// A function needed a result, from then on, and went on at the end.
  struct wait {
    index call = 0;            // the one that waits
    std::uint16_t wanted = 0;  // the function of the other one
    std::uint16_t place = 0;   // of the text
    std::int64_t begin = 0, end = 0;
  };

  /// `of` outlives it.
  explicit strand_graph(const trace& of);

  [[nodiscard]] const std::vector<node>& nodes() const { return nodes_; }
  [[nodiscard]] const std::vector<dependence>& dependences() const { return dependences_; }
  [[nodiscard]] const std::vector<wait>& waits() const { return waits_; }
  [[nodiscard]] bool is_first(index which) const {
    return which == 0 || nodes_[which - 1].call != nodes_[which].call;
  }
  [[nodiscard]] index last_of(index call) const { return first_[call + 1] - 1; }
  /// Each strand comes after those on which it depends.
  [[nodiscard]] const std::vector<index>& in_order() const { return in_order_; }
  [[nodiscard]] const trace& recording() const { return of_; }

 private:
  friend class strand_graph_builder;

  const trace& of_;
  std::vector<node> nodes_;
  std::vector<index> first_;  // strand, by call, and one behind the last
  std::vector<dependence> dependences_;
  std::vector<wait> waits_;
  std::vector<index> in_order_;
};

/// Why the recording does not have all dependences; empty: it has.
[[nodiscard]] std::string why_incomplete(const trace& of);

}  // namespace mentat::command
