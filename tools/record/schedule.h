// What a recorded program would take under other circumstances: its strands, in their recorded or
// in scaled lengths, scheduled again. Greedy: an idle worker takes the strand that has been ready
// longest; a call that can go on does so on its worker. Neither memory and caches nor the cost of
// moving a call to another worker are part of the model. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "tools/record/strand_graph.h"

namespace mentat::command {

class schedule {
 public:
  /// `of` outlives it.
  explicit schedule(const strand_graph& of);

  struct change {
    std::vector<double> speed;  // by function: how many times as fast; missing ones are as recorded
    std::vector<bool> is_late;  // by strand_graph::waits(): the call waits at its end instead
  };

  /// How long the program takes on so many workers. REQUIRES: at least one.
  [[nodiscard]] std::int64_t time(unsigned workers, const change& with) const;
  /// The sum of the lengths.
  [[nodiscard]] std::int64_t work(const change& with) const;
  /// How long it takes on as many workers as it can use, and the strands of one longest path, from
  /// the first one.
  struct longest_path {
    std::int64_t length = 0;
    std::vector<strand_graph::index> strands;
  };
  [[nodiscard]] longest_path span(const change& with) const;

 private:
  using index = strand_graph::index;

  [[nodiscard]] std::int64_t length(index which, const change& with) const;
  [[nodiscard]] index target(const strand_graph::dependence& one, const change& with) const;
  // Calls `each` for the strands that depend on one.
  template <class Each>
  void for_dependents(index which, const change& with, Each&& each) const;

  const strand_graph& of_;
  std::vector<index> first_;      // of by_source_, by strand, and one behind the last
  std::vector<index> by_source_;  // indices of dependences
};

}  // namespace mentat::command
