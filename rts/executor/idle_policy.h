// How idle workers decide: when to steal, when to wake another worker, when to leave the core, how
// long to nap. Pure: instants and counts in, decisions out; no clock, no queue, no thread. All
// times are in nanoseconds. Thread-safety: none; each belongs to one worker. Cost: a few
// instructions.
//
//                 no item                      no item for one wake-up latency
//   runs items ------------> searches (spins) --------------------------------> sleeps
//       ^                       |   ^                                             |
//       |    item, mail         |   | woken, a timer rings                        |
//       +-----------------------+   +---------------------------------------------+
//
// One of the sleepers is the sentinel. It takes short naps (nap_length) and takes items that stay
// unclaimed (item_age, turn_meter). A searching worker steals from other workers' deques at
// once, unless its last thefts were useless (theft_record). A worker that puts an item while
// others sleep wakes one if its items stay unclaimed for longer than a wake-up takes (dwell_meter).
// A worker whose core another thread needs sleeps instead of searching (core_contention).
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

namespace mentat::idle {

using nanoseconds = std::int64_t;

// A theft of less work is useless.
inline constexpr nanoseconds min_useful_steal = 1'000;
inline constexpr nanoseconds max_steal_backoff = 16'000;
// The dwell after which a searching worker takes the item in another worker's slot.
inline constexpr nanoseconds min_dwell = 3'000;
// The same after a useful theft: longer than a caller takes until it waits for its call.
inline constexpr nanoseconds min_dwell_after_useful = 100;
// A caller's work between two calls justifies another worker if it takes so long.
inline constexpr nanoseconds long_turn = 8'000;
// While another worker sleeps, the dwell of one item in so many is measured.
inline constexpr unsigned puts_per_sample = 8;
// A yield that takes so long shows that others need the core. For `core_shared_for` an idle worker
// then sleeps instead of spinning.
inline constexpr nanoseconds long_yield = 100'000;
inline constexpr nanoseconds core_shared_for = 10'000'000;
// The pauses of the sentinel between two checks, and its checks without a new item until it sleeps.
inline constexpr nanoseconds min_nap = 100'000;
inline constexpr nanoseconds max_nap = 1'000'000;
inline constexpr int naps_without_a_put = 20;

// Whether stealing is worth it: calls that are shorter than a transfer between two cores are best
// left to their caller.
class theft_record {
 public:
  // The worker begins to run an item that it found, or another one, whose length says nothing.
  void note_found(nanoseconds now) { found_at_ = now; }
  void forget() { found_at_ = 0; }
  // It searches again.
  void note_search(nanoseconds now) {
    if (found_at_ == 0) return;
    last_was_useful_ = now - found_at_ >= min_useful_steal;
    backoff_ =
        last_was_useful_ ? 0 : std::clamp<nanoseconds>(backoff_ * 2, 2'000, max_steal_backoff);
    found_at_ = 0;
  }
  // How long a search does not steal.
  [[nodiscard]] nanoseconds backoff() const { return backoff_; }
  // The last item ran long: a short dwell is enough.
  [[nodiscard]] bool last_was_useful() const { return last_was_useful_; }
  // The dwell after which it takes the item in another worker's slot.
  [[nodiscard]] nanoseconds dwell() const {
    return last_was_useful_ ? min_dwell_after_useful : min_dwell;
  }

 private:
  nanoseconds found_at_ = 0, backoff_ = 0;
  bool last_was_useful_ = false;
};

// How long the items in this worker's slot stay unclaimed while another worker sleeps.
class dwell_meter {
 public:
  // `puts`: items put into the slot so far, this one included. Whether this item is measured.
  [[nodiscard]] bool measures(std::uint32_t puts) const {
    return last_ >= long_turn || puts % puts_per_sample == 0;
  }
  void note_put(nanoseconds now, std::uint32_t puts) {
    filled_at_ = now;
    filled_as_ = puts;
  }
  // The last item stayed for longer than a wake-up takes: the sleeper is woken at once.
  [[nodiscard]] bool stays_long(nanoseconds wake_up) const { return last_ >= wake_up; }
  [[nodiscard]] bool measuring() const { return filled_at_ != 0; }
  // The item left the slot. Whether it is the measured one: then note_dwell() follows.
  [[nodiscard]] bool note_gone(std::uint32_t puts) {
    since_ = std::exchange(filled_at_, 0);
    return filled_as_ == puts;
  }
  // True once the dwells add up to a wake-up's time.
  [[nodiscard]] bool note_dwell(nanoseconds now, nanoseconds wake_up) {
    const unsigned stands_for = last_ < long_turn ? puts_per_sample : 1;
    last_ = now - since_;
    if (last_ >= min_useful_steal) sum_ += last_ * stands_for;
    return sum_ >= wake_up;
  }
  void note_woken() { sum_ = 0; }

 private:
  nanoseconds filled_at_ = 0;  // when a measured item came; 0: none is measured
  std::uint32_t filled_as_ = 0;
  nanoseconds since_ = 0;  // when the item came that left last
  nanoseconds last_ = 0, sum_ = 0;
};

// Whether another thread needs the core of this worker.
class core_contention {
 public:
  void note_yield(nanoseconds before, nanoseconds behind) {
    if (behind - before >= long_yield) until_ = behind + core_shared_for;
  }
  [[nodiscard]] bool is_known() const { return until_ != 0; }
  [[nodiscard]] bool lasts(nanoseconds now) {
    if (now >= until_) until_ = 0;
    return until_ != 0;
  }

 private:
  nanoseconds until_ = 0;  // 0: nobody does
};

// Whether the callers of one object take long turns: they do more than call it. `taken`: items
// taken out of the queue of handed-off callers; -1: it is empty.
class turn_meter {
 public:
  [[nodiscard]] bool takes_long(std::int64_t taken, nanoseconds now) {
    if (taken < 0 || taken_ < 0) {
      taken_ = taken;
      since_ = now;
      return false;
    }
    const std::int64_t turns = taken - taken_ + 1;
    if (now - since_ >= turns * long_turn) return true;
    if (turns > 4) {  // only recent turns count
      taken_ = taken;
      since_ = now;
    }
    return false;
  }

 private:
  std::int64_t taken_ = -1;
  nanoseconds since_ = 0;
};

// How long one item stays in another worker's slot.
template <class Item>
class item_age {
 public:
  // The item there now, and the number of items put there so far. True if it is the item of the
  // last look, and has stood there for `enough`.
  [[nodiscard]] bool reaches(Item item, std::uint32_t puts, nanoseconds now, nanoseconds enough) {
    if (item != item_ || puts != puts_) {
      item_ = item;
      puts_ = puts;
      since_ = now;
      return false;
    }
    return item && now - since_ >= enough;
  }

 private:
  Item item_{};
  std::uint32_t puts_ = 0;
  nanoseconds since_ = 0;
};

// The naps of the sentinel: longer ones if no item is put, and sleep after several without.
class nap_length {
 public:
  // `puts`: of all workers.
  void note_nap(std::uint32_t puts) {
    quiet_ = puts == puts_ && !deep() ? quiet_ + 1 : 0;
    if (puts == puts_) longest_ = std::min(longest_ * 2, max_nap);
    puts_ = puts;
  }
  // Sleeps until an item is put.
  [[nodiscard]] bool deep() const { return quiet_ >= naps_without_a_put; }
  [[nodiscard]] nanoseconds longest() const { return deep() ? 0 : longest_; }  // 0: without end

 private:
  nanoseconds longest_ = min_nap;
  std::uint32_t puts_ = 0;
  int quiet_ = 0;
};

}  // namespace mentat::idle
