#include "tools/record/busy_time.h"

#include <algorithm>

namespace mentat::command {

busy_time::busy_time(const strand_graph& of) {
  for (const auto& one : of.nodes()) {
    if (one.begin >= one.end) continue;
    changes_.push_back({one.begin, 1, 0});
    changes_.push_back({one.end, -1, 0});
  }
  std::ranges::sort(changes_, {}, &change::at);
  std::int64_t workers = 0, busy = 0, last = 0;
  for (change& one : changes_) {
    // A damaged recording may have more than fits.
    std::int64_t more = 0;
    if (!__builtin_mul_overflow(one.at - last, workers, &more)) busy = sum_of(busy, more);
    last = one.at;
    workers += one.workers;
    one = {one.at, workers, busy};
  }
}

std::int64_t busy_time::until(std::int64_t at) const {
  const auto behind =
      std::ranges::partition_point(changes_, [&](const change& one) { return one.at <= at; });
  if (behind == changes_.begin()) return 0;
  const change& one = *std::prev(behind);
  std::int64_t more = 0;
  if (__builtin_mul_overflow(at - one.at, one.workers, &more)) return one.before;
  return sum_of(one.before, more);
}

std::int64_t busy_time::within(std::int64_t begin, std::int64_t end) const {
  return until(end) - until(begin);
}

}  // namespace mentat::command
