// The work units of other processes that a process has begun to execute and that are not over: the
// part of its page that peers read (bell.h). Each thread has places of its own; a unit that finds
// none is only counted. Thread-safety: enter() from the thread, the rest from any, also of other
// processes. Cost: enter() and leave() are a plain store each, and a scan of the thread's used
// places.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

namespace mentat::mmps::shm {

struct begun_units {
  static constexpr std::uint32_t places = 256;
  static constexpr std::uint32_t unlisted = places;  // the place of a unit that found none

  alignas(64) std::atomic<std::uint64_t> units[places];  // 0: free
  std::atomic<std::uint32_t> not_listed;                 // those that found no place

  // Returns the unit's place. Whatever the thread does afterwards, peers see the unit there, even
  // if the process is killed at the next instruction. A thread that is none of the `threads` has no
  // places. REQUIRES: unit is not 0.
  std::uint32_t enter(std::uint64_t unit, std::uint32_t thread, std::uint32_t threads) {
    std::uint32_t place = unlisted;
    if (thread < threads && threads <= places) {
      const std::uint32_t each = places / threads, first = thread * each;
      place = first;
      while (place < first + each && units[place].load(std::memory_order_relaxed) != 0) ++place;
      if (place == first + each) place = unlisted;
    }
    if (place == unlisted) [[unlikely]]
      not_listed.fetch_add(1, std::memory_order_relaxed);
    else
      units[place].store(unit, std::memory_order_relaxed);
    // For the compiler: the processor makes the stores of a killed thread visible.
    std::atomic_signal_fence(std::memory_order_seq_cst);
    return place;
  }
  void leave(std::uint32_t place) {
    if (place == unlisted) [[unlikely]]
      not_listed.fetch_sub(1, std::memory_order_release);
    else
      units[place].store(0, std::memory_order_release);
  }

  // In ascending order. Empty: some are not listed.
  [[nodiscard]] std::optional<std::vector<std::uint64_t>> all() const {
    if (not_listed.load(std::memory_order_acquire) != 0) return std::nullopt;
    std::vector<std::uint64_t> some;
    for (const std::atomic<std::uint64_t>& one : units)
      if (const std::uint64_t unit = one.load(std::memory_order_acquire)) some.push_back(unit);
    std::ranges::sort(some);
    return some;
  }
};

}  // namespace mentat::mmps::shm
