// How many calls of each class a worker has executed, for whoever looks into a session.
//
// A table of fixed size; classes that find no place in it are not counted. Thread-safety: one
// thread counts, any may visit; the numbers are those of a moment ago. Cost of count(): two loads
// and a store for one of few classes.
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
