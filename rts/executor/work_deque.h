// The work-stealing deque of one worker: its owner pushes and pops at the bottom, others steal at
// the top (Chase and Lev 2005, with the orderings of Le, Pop, Cohen, Zappa Nardelli 2013). Grows
// but never shrinks; old arrays live until the deque is destroyed. Thread-safety: push(), pop(),
// oldest_is(), take_oldest(), take_newest(), full() and enlarge() by the owner only; steal() and
// empty() by any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace mentat {

class work_deque {
 public:
  using item = std::uintptr_t;  // 0 means none

  work_deque() { grow(256, 0, 0); }

  void push(item pushed) {
    const std::int64_t bottom = bottom_.load(std::memory_order_relaxed);
    const std::int64_t top = top_.load(std::memory_order_acquire);
    ring* items = items_.load(std::memory_order_relaxed);
    if (bottom - top >= static_cast<std::int64_t>(items->size))
      items = grow(items->size * 2, top, bottom);
    items->at(bottom).store(pushed, std::memory_order_relaxed);
    // In one order with the pusher's next load, which says whether a worker sleeps.
    bottom_.store(bottom + 1, std::memory_order_seq_cst);
  }

  [[nodiscard]] std::size_t size() const {  // approximate
    const std::int64_t size =
        bottom_.load(std::memory_order_relaxed) - top_.load(std::memory_order_relaxed);
    return size > 0 ? static_cast<std::size_t>(size) : 0;
  }

  item pop() {
    const std::int64_t bottom = bottom_.load(std::memory_order_relaxed) - 1;
    if (bottom < top_.load(std::memory_order_relaxed)) return 0;  // empty, seen without a fence
    ring* items = items_.load(std::memory_order_relaxed);
    bottom_.exchange(bottom, std::memory_order_seq_cst);
    std::int64_t top = top_.load(std::memory_order_seq_cst);
    item popped = 0;
    if (top <= bottom) {
      popped = items->at(bottom).load(std::memory_order_relaxed);
      if (top != bottom) return popped;
      if (!top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst,
                                        std::memory_order_relaxed))
        popped = 0;
    }
    // Release order: a thief may read this value instead of the one that push() stored, and must
    // then see the items that push() put below it.
    bottom_.store(bottom + 1, std::memory_order_release);
    return popped;
  }

  [[nodiscard]] bool oldest_is(item asked) const {
    const std::int64_t top = top_.load(std::memory_order_relaxed);
    return top < bottom_.load(std::memory_order_relaxed) &&
           items_.load(std::memory_order_relaxed)->at(top).load(std::memory_order_relaxed) == asked;
  }

  // Steals the oldest item if it is `wanted`. Called by the owner, which waits for that item.
  bool take_oldest(item wanted) {
    std::int64_t top = top_.load(std::memory_order_relaxed);
    if (top >= bottom_.load(std::memory_order_relaxed)) return false;
    if (items_.load(std::memory_order_relaxed)->at(top).load(std::memory_order_relaxed) != wanted)
      return false;
    return top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst,
                                        std::memory_order_relaxed);
  }

  // Pops the newest item if it is `wanted`.
  bool take_newest(item wanted) {
    const std::int64_t bottom = bottom_.load(std::memory_order_relaxed) - 1;
    if (bottom < top_.load(std::memory_order_relaxed) ||
        items_.load(std::memory_order_relaxed)->at(bottom).load(std::memory_order_relaxed) !=
            wanted)
      return false;
    return pop() != 0;
  }

  void enlarge() {
    grow(items_.load(std::memory_order_relaxed)->size * 2, top_.load(std::memory_order_acquire),
         bottom_.load(std::memory_order_relaxed));
  }

  // Whether the next push() needs a larger array. Called by the owner.
  [[nodiscard]] bool full() const {
    const auto size = static_cast<std::int64_t>(items_.load(std::memory_order_relaxed)->size);
    return bottom_.load(std::memory_order_relaxed) - top_.load(std::memory_order_relaxed) >= size;
  }

  item steal() {
    std::int64_t top = top_.load(std::memory_order_seq_cst);
    const std::int64_t bottom = bottom_.load(std::memory_order_seq_cst);
    if (top >= bottom) return 0;
    ring* items = items_.load(std::memory_order_acquire);
    const item stolen = items->at(top).load(std::memory_order_relaxed);
    if (!top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst,
                                      std::memory_order_relaxed))
      return 0;
    return stolen;
  }

  // The number of items ever taken at the top.
  [[nodiscard]] std::int64_t taken() const { return top_.load(std::memory_order_seq_cst); }

  [[nodiscard]] bool empty() const {
    return top_.load(std::memory_order_seq_cst) >= bottom_.load(std::memory_order_seq_cst);
  }

 private:
  struct ring {
    explicit ring(std::size_t entries)
        : size(entries), items(std::make_unique<std::atomic<item>[]>(entries)) {}
    std::atomic<item>& at(std::int64_t index) {
      return items[static_cast<std::size_t>(index) & (size - 1)];
    }
    std::size_t size;  // a power of two
    std::unique_ptr<std::atomic<item>[]> items;
  };

  ring* grow(std::size_t size, std::int64_t top, std::int64_t bottom) {
    rings_.push_back(std::make_unique<ring>(size));
    ring* larger = rings_.back().get();
    if (ring* old = items_.load(std::memory_order_relaxed))
      for (std::int64_t i = top; i < bottom; ++i)
        larger->at(i).store(old->at(i).load(std::memory_order_relaxed), std::memory_order_relaxed);
    items_.store(larger, std::memory_order_release);
    return larger;
  }

  alignas(64) std::atomic<std::int64_t> top_{0};
  alignas(64) std::atomic<std::int64_t> bottom_{0};
  std::atomic<ring*> items_{nullptr};
  std::vector<std::unique_ptr<ring>> rings_;
};

}  // namespace mentat
