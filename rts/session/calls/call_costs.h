// How long the functions of regular classes run, as the processes that executed them have
// measured, and how many bytes their calls have: a mean for each function, in which the last
// measurement counts an eighth, and one during which the process lost its core not much more.
// Thread-safety: all functions; two that race may lose a measurement. Limits: `size` functions;
// others stay unknown. Cost: a look into one line of a table.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "mmps/base/robust_mean.h"

namespace mentat::node {

class call_costs {
 public:
  static constexpr std::size_t size = 1024;

  // Nanoseconds; 0: unknown.
  [[nodiscard]] std::uint32_t of(std::uint64_t class_hash, std::uint32_t function) const {
    const entry* const known = find(key_of(class_hash, function));
    return known ? known->time.load(std::memory_order_relaxed) : 0;
  }
  // Of the arguments of a call; 0: unknown.
  [[nodiscard]] std::uint32_t bytes_of(std::uint64_t class_hash, std::uint32_t function) const {
    const entry* const known = find(key_of(class_hash, function));
    return known ? known->bytes.load(std::memory_order_relaxed) : 0;
  }
  void note(std::uint64_t class_hash, std::uint32_t function, std::uint32_t nanoseconds) {
    if (entry* const at = find_or_add(key_of(class_hash, function)))
      at->time.store(base::next_mean(at->time.load(std::memory_order_relaxed), nanoseconds),
                     std::memory_order_relaxed);
  }
  void note_bytes(std::uint64_t class_hash, std::uint32_t function, std::uint32_t bytes) {
    if (entry* const at = find_or_add(key_of(class_hash, function)))
      at->bytes.store(base::next_mean(at->bytes.load(std::memory_order_relaxed), bytes),
                      std::memory_order_relaxed);
  }

 private:
  static constexpr std::size_t most_steps = 8;
  struct entry {
    std::atomic<std::uint64_t> key{0};
    std::atomic<std::uint32_t> time{0}, bytes{0};
  };

  [[nodiscard]] const entry* find(std::uint64_t key) const {
    for (std::size_t step = 0; step < most_steps; ++step) {
      const entry& at = entries_[(key + step) % size];
      const std::uint64_t found = at.key.load(std::memory_order_acquire);
      if (found == key) return &at;
      if (found == 0) return nullptr;
    }
    return nullptr;
  }
  [[nodiscard]] entry* find_or_add(std::uint64_t key) {
    for (std::size_t step = 0; step < most_steps; ++step) {
      entry& at = entries_[(key + step) % size];
      std::uint64_t found = at.key.load(std::memory_order_acquire);
      if (found == 0 && at.key.compare_exchange_strong(found, key)) found = key;
      if (found == key) return &at;
    }
    return nullptr;
  }
  static std::uint64_t key_of(std::uint64_t class_hash, std::uint32_t function) {
    std::uint64_t mixed = (class_hash + function * 0xbf58476d1ce4e5b9u) * 0x9e3779b97f4a7c15u;
    mixed ^= mixed >> 29;
    return mixed != 0 ? mixed : 1;
  }

  std::array<entry, size> entries_{};
};

}  // namespace mentat::node
