// How long the functions of regular classes run, as the processes that executed them have
// measured: a mean for each function, in which the last measurement counts an eighth, and one
// during which the process lost its core not much more. Thread-safety: all
// functions; two that race may lose a measurement. Limits: `size` functions; others stay unknown.
// Cost: a look into one line of a table.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace mentat::node {

class call_costs {
 public:
  static constexpr std::size_t size = 1024;

  // Nanoseconds; 0: unknown.
  [[nodiscard]] std::uint32_t of(std::uint64_t class_hash, std::uint32_t function) const {
    const std::uint64_t key = key_of(class_hash, function);
    for (std::size_t step = 0; step < most_steps; ++step) {
      const entry& at = entries_[(key + step) % size];
      const std::uint64_t found = at.key.load(std::memory_order_acquire);
      if (found == key) return at.mean.load(std::memory_order_relaxed);
      if (found == 0) return 0;
    }
    return 0;
  }
  void note(std::uint64_t class_hash, std::uint32_t function, std::uint32_t nanoseconds) {
    const std::uint64_t key = key_of(class_hash, function);
    for (std::size_t step = 0; step < most_steps; ++step) {
      entry& at = entries_[(key + step) % size];
      std::uint64_t found = at.key.load(std::memory_order_acquire);
      if (found == 0 && at.key.compare_exchange_strong(found, key)) found = key;
      if (found != key) continue;
      at.mean.store(moved(at.mean.load(std::memory_order_relaxed), nanoseconds),
                    std::memory_order_relaxed);
      return;
    }
  }

 private:
  static constexpr std::size_t most_steps = 8;
  struct entry {
    std::atomic<std::uint64_t> key{0};
    std::atomic<std::uint32_t> mean{0};
  };
  // An outlier counts at most eight times the mean; what is far below it brings it down soon.
  static std::uint32_t moved(std::uint32_t mean, std::uint32_t measured) {
    if (mean == 0) return std::max(measured, 1u);
    const std::uint64_t most = std::min<std::uint64_t>(measured, std::uint64_t{mean} * 8);
    const std::uint64_t next =
        measured < mean / 8 ? std::uint64_t{mean} * 7 / 10 : (std::uint64_t{mean} * 7 + most) / 8;
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(next, 1, UINT32_MAX));
  }
  static std::uint64_t key_of(std::uint64_t class_hash, std::uint32_t function) {
    std::uint64_t mixed = (class_hash + function * 0xbf58476d1ce4e5b9u) * 0x9e3779b97f4a7c15u;
    mixed ^= mixed >> 29;
    return mixed != 0 ? mixed : 1;
  }

  std::array<entry, size> entries_{};
};

}  // namespace mentat::node
