// What each worker of a recording executed when, and the same with so little detail that it can be
// drawn: the timeline.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tools/record/trace.h"

namespace mentat::dashboard {

class lanes {
 public:
  static constexpr std::size_t most_bars = 5'000, most_lanes = 500;
  static constexpr std::uint32_t several = UINT32_MAX;

  explicit lanes(const command::trace& of);

  /// What a worker did from `begin` to `end`: a piece of one call; or, where pieces are shorter
  /// than can be seen, many, of which those of one function took the largest share.
  struct bar {
    std::size_t worker = 0;
    std::int64_t begin = 0, end = 0;
    std::uint16_t method = 0;
    std::uint32_t call = several;  // an index of trace::calls
    double share = 1;              // of the time of the bar, of that function
    std::uint64_t pieces = 1;
  };
  /// At most `most_bars`, of the first `most_lanes` workers, in the order of workers and time.
  /// REQUIRES: begin < end.
  [[nodiscard]] std::vector<bar> window(std::int64_t begin, std::int64_t end,
                                        std::size_t columns) const;
  /// How many workers are busy on average in each of so many parts of the whole time.
  [[nodiscard]] std::vector<double> busy(std::size_t parts) const;
  /// From the first begin to the last end.
  [[nodiscard]] std::int64_t begin() const { return begin_; }
  [[nodiscard]] std::int64_t end() const { return end_; }

 private:
  // The innermost call; pieces of a worker do not overlap.
  struct piece {
    std::int64_t begin = 0, end = 0;
    std::uint32_t call = 0;
  };
  class column;
  void add(std::size_t worker, const piece& one);

  const std::vector<command::trace::call>& calls_;
  std::vector<std::vector<piece>> pieces_;  // by worker, in the order of time
  std::int64_t begin_ = 0, end_ = 0;
};

}  // namespace mentat::dashboard
