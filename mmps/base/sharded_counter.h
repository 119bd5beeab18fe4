// A counter for many writers and few readers: each thread has a part of its own, so that adding
// takes no locked operation. Thread-safety: all functions; sum() includes everything that happened
// before it. Memory: a cache line for each of `parts` threads; later threads share one part. Cost
// of add_one(): a load and a store.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace mentat::base {

class sharded_counter {
 public:
  void add_one() {
    const std::size_t mine = part_of_this_thread();
    std::atomic<std::uint64_t>& count = parts_[mine].count;
    if (mine < parts) [[likely]]
      count.store(count.load(std::memory_order_relaxed) + 1, std::memory_order_release);
    else
      count.fetch_add(1, std::memory_order_release);
  }
  // Takes back an add_one() of any thread.
  void take_one() { shared().fetch_sub(1, std::memory_order_release); }
  [[nodiscard]] std::uint64_t sum() const {
    std::uint64_t sum = 0;
    for (const part& each : parts_) sum += each.count.load(std::memory_order_seq_cst);
    return sum;  // modulo 2^64: a part alone may be below zero
  }

 private:
  static constexpr std::size_t parts = 16;
  struct alignas(64) part {
    std::atomic<std::uint64_t> count{0};
  };

  std::atomic<std::uint64_t>& shared() { return parts_[parts].count; }
  // Out of line, so that a fiber that has moved to another thread evaluates it anew.
  [[gnu::noinline]] static std::size_t part_of_this_thread() {
    static std::atomic<std::size_t> threads{0};
    thread_local const std::size_t mine = [] {
      const std::size_t number = threads.fetch_add(1, std::memory_order_relaxed);
      return number < parts ? number : parts;
    }();
    return mine;
  }

  std::array<part, parts + 1> parts_{};
};

}  // namespace mentat::base
