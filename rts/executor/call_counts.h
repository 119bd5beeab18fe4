// Counts the calls of each class that a worker has executed, for inspection and progress.
//
// The table has a fixed size; classes that do not fit are not counted. Thread-safety: one thread
// counts, any thread may visit; a visitor may see slightly stale numbers. Cost of count(): two
// loads and a store while there are few classes.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "rts/core/class_info.h"

namespace mentat {

class call_counts {
 public:
  static constexpr std::size_t max_classes = 256;

  void count(const class_info& of_class, std::uint64_t calls = 1) {
    const auto address = reinterpret_cast<std::uintptr_t>(&of_class);
    for (std::size_t step = 0, at = address / alignof(class_info); step < max_classes;
         ++step, ++at) {
      entry& one = entries_[at % max_classes];
      const class_info* const here = one.of_class.load(std::memory_order_relaxed);
      if (!here) one.of_class.store(&of_class, std::memory_order_release);
      if (here && here != &of_class) continue;
      one.calls.store(one.calls.load(std::memory_order_relaxed) + calls, std::memory_order_relaxed);
      return;
    }
  }
  template <class Visitor>
  void visit(Visitor&& visit) const {
    for (const entry& one : entries_)
      if (const class_info* of_class = one.of_class.load(std::memory_order_acquire))
        visit(*of_class, one.calls.load(std::memory_order_relaxed));
  }

 private:
  struct entry {
    std::atomic<const class_info*> of_class{nullptr};
    std::atomic<std::uint64_t> calls{0};
  };
  std::array<entry, max_classes> entries_{};
};

}  // namespace mentat
