// How long workers were busy within a part of a recorded run. Pure.
#pragma once

#include <cstdint>
#include <vector>

#include "tools/record/strand_graph.h"

namespace mentat::command {

class busy_time {
 public:
  explicit busy_time(const strand_graph& of);

  /// Of all workers together, in nanoseconds.
  [[nodiscard]] std::int64_t within(std::int64_t begin, std::int64_t end) const;

 private:
  struct change {
    std::int64_t at = 0;
    std::int64_t workers = 0;  // that are busy from then on
    std::int64_t before = 0;   // busy time until then
  };
  [[nodiscard]] std::int64_t until(std::int64_t at) const;

  std::vector<change> changes_;  // in the order of time
};

}  // namespace mentat::command
