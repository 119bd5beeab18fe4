// Rate limiter for log lines, with a count of the suppressed events. Thread-safety: all functions.
// Cost: an atomic addition.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>

#include "mmps/base/instant.h"

namespace mentat::base {

class rate_limiter {
 public:
  explicit rate_limiter(duration apart = 60 * second) : apart_(apart) {}

  // Notes one event. If it is to be logged now, returns the number of events since the last log
  // line, this one included.
  [[nodiscard]] std::optional<std::uint64_t> note(instant now) {
    happened_.fetch_add(1, std::memory_order_relaxed);
    std::int64_t due = due_.load(std::memory_order_relaxed);
    if (now.ns < due || !due_.compare_exchange_strong(due, now.ns + apart_)) return std::nullopt;
    return happened_.exchange(0, std::memory_order_relaxed);
  }

 private:
  const duration apart_;
  std::atomic<std::uint64_t> happened_{0};
  std::atomic<std::int64_t> due_{std::numeric_limits<std::int64_t>::min()};
};

}  // namespace mentat::base
