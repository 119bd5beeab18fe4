// The calls of this process that are executed elsewhere, until their answer comes. Each has a tag
// that the answer repeats. A unit that this process keeps stays, with its arguments, until it is
// FINISHED (docs/custody.md). Ownership: holds the reference with which a call is executed; take()
// gives it to the caller. Thread-safety: all functions. Cost: one lock; allocates only when more
// calls are pending than ever before.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "mmps/base/clock.h"
#include "mmps/base/instant.h"
#include "mmps/shm/spin_lock.h"
#include "mmps/wire/mmps_name.h"
#include "mmps/wire/tag.h"
#include "rts/core/class_info.h"
#include "rts/core/computation_instance.h"

namespace mentat::node {

using mmps::tag;

enum class unit_keeping : std::uint8_t {
  not_here,  // another process keeps it, or it is no unit
  unanswered,
  answered,
  finished,  // before its answer has come, from a third process
};

struct pending_call {
  computation_instance* call = nullptr;
  // Null: the answer is only an outcome, or the name of an object.
  const method_description* method = nullptr;
  mmps::mmps_name to;  // the object or process that answers
  bool partial = false;
  // --- arcs that were handed on to `to` (exported_arc.h)
  bool takes_arcs = false;
  bool some_arcs = false;      // some were handed on, with the call or after it
  bool abandoned = false;      // and `to` was told that nobody here wants the value
  std::uint16_t messages = 0;  // messages with arcs that followed the call
  bool withdrawn = false;      // `to` was asked to fail it
  unit_keeping keeping = unit_keeping::not_here;
  base::instant since{};  // set when it is added; some milliseconds coarse
  // --- of a unit that is kept here (spreading.h)
  std::uint16_t taker = 0;
  std::uint32_t expected_time = 0;  // ns

  [[nodiscard]] bool is_kept() const {
    return keeping == unit_keeping::unanswered || keeping == unit_keeping::answered;
  }
  // Of a call of a regular class.
  [[nodiscard]] bool is_complete_unit() const { return !partial && to.is_process(); }
};

class pending_calls {
 public:
  explicit pending_calls(std::uint64_t process, const base::clock& clock = base::machine_clock())
      : process_(process), clock_(clock) {}

  tag add(const pending_call& added) {
    return tag_of(add_as([&](pending_call& fresh, std::uint64_t) { fresh = added; }));
  }
  // Adds a call that `fill(pending_call&, number of its tag)` writes in place, before anybody
  // can take it: a copy of fields just written would wait for each store. Returns the number of
  // its tag. If `fill` throws, nothing is added.
  template <class Fill>
  std::uint64_t add_as(Fill&& fill) {
    std::lock_guard guard(lock_);
    slot& taken = new_slot();
    static_cast<pending_call&>(taken) = {};
    ++taken.life;
    const std::uint64_t given = (&taken - slots_.data() + 1) | std::uint64_t{taken.life} << 32;
    try {
      fill(static_cast<pending_call&>(taken), given);
    } catch (...) {
      free(taken);
      throw;
    }
    taken.since = base::coarse_now(clock_);
    count_.store(count_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
    if (taken.partial) [[unlikely]]
      partial_.fetch_add(1, std::memory_order_relaxed);
    if (taken.is_complete_unit()) complete_units_.fetch_add(1, std::memory_order_relaxed);
    return given;
  }
  // Calls `change` with the call of that tag, if it has not been taken, under the lock.
  template <class Change>
  void with(std::uint64_t number, Change&& change) {
    std::lock_guard guard(lock_);
    if (slot* found = find(number)) change(static_cast<pending_call&>(*found));
  }
  // Empty if the call was answered before, or was never made.
  std::optional<pending_call> take(const tag& of) {
    std::lock_guard guard(lock_);
    if (of.origin != process_) [[unlikely]]
      return std::nullopt;
    return take_found(find(of.number));
  }
  // The answer has come. As take(), but a unit that is kept here stays, and the caller gets another
  // reference; empty if it was answered before.
  std::optional<pending_call> answer(const tag& of) {
    std::lock_guard guard(lock_);
    if (of.origin != process_) [[unlikely]]
      return std::nullopt;
    slot* const found = find(of.number);
    if (!found || found->keeping == unit_keeping::not_here ||
        found->keeping == unit_keeping::finished) [[likely]]
      return take_found(found);
    if (found->keeping == unit_keeping::answered) return std::nullopt;
    const pending_call was = *found;
    was.call->retain();
    found->keeping = unit_keeping::answered;
    found->takes_arcs = false;
    return was;
  }
  // The unit, which that process has executed, is FINISHED. The call, with its reference, if it was
  // answered; null if it was not, or this process does not keep it.
  computation_instance* finish(std::uint64_t number, const mmps::mmps_name& process) {
    std::lock_guard guard(lock_);
    slot* const found = find(number);
    if (!found || found->to != process) [[unlikely]]
      return nullptr;
    if (found->keeping == unit_keeping::answered) [[likely]]
      return take_found(found)->call;
    if (found->keeping == unit_keeping::unanswered) found->keeping = unit_keeping::finished;
    return nullptr;
  }
  // Makes another process the keeper of a unit that is kept here, and returns the unit as it was.
  // An answered one is taken. Calls `change` before, under the lock, if it is not answered.
  template <class Change>
  std::optional<pending_call> hand_over(std::uint64_t number, const mmps::mmps_name& to,
                                        Change&& change) {
    std::lock_guard guard(lock_);
    slot* const found = find(number);
    if (!found || !found->is_kept()) return std::nullopt;
    if (found->keeping == unit_keeping::answered) return take_found(found);
    const pending_call was = *found;
    found->keeping = unit_keeping::not_here;
    found->to = to;
    change(static_cast<pending_call&>(*found));
    return was;
  }
  // The numbers of the units that are kept here and were sent to that process.
  std::vector<std::uint64_t> kept_for(const mmps::mmps_name& process) const;
  // Also empty if the call is not one of `asked`.
  std::optional<pending_call> take(const tag& of, const method_description* asked);
  // Takes all calls that wait for this process, but units that are FINISHED: their answers come
  // from others.
  std::vector<pending_call> take_all_from(const mmps::mmps_name& process);
  std::vector<pending_call> take_all();
  // A token-matching unit has taken the place of those before it, to which calls were sent.
  void move_units(const mmps::mmps_name& next);
  // Visits each call without an answer under the lock, which is released after every
  // `visited_at_once` slots.
  template <class Visitor>
  void visit(Visitor&& visit) const {
    std::size_t at = 0, all = 0;
    do {
      std::lock_guard guard(lock_);
      all = slots_.size();
      for (const std::size_t end = std::min(all, at + visited_at_once); at < end; ++at) {
        const slot& one = slots_[at];
        if (one.call && one.keeping != unit_keeping::answered)
          visit(tag{(at + 1) | std::uint64_t{one.life} << 32, process_},
                static_cast<const pending_call&>(one));
      }
    } while (at < all);
  }
  [[nodiscard]] std::size_t size() const { return count_.load(std::memory_order_seq_cst); }
  [[nodiscard]] std::size_t partial() const { return partial_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::size_t complete_units() const {
    return complete_units_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] tag tag_of(std::uint64_t number) const { return {number, process_}; }

 private:
  static constexpr std::size_t visited_at_once = 256;
  struct alignas(64) slot : pending_call {  // one cache line, indexed without a division
    std::uint32_t life = 0;                 // grows with each use
    std::uint32_t next_free = 0;            // plus one; 0: none
  };
  static_assert(sizeof(slot) == 64);
  // All require the lock.
  slot& new_slot() {
    if (first_free_ == 0) [[unlikely]]
      return one_more_slot();
    slot& free = slots_[first_free_ - 1];
    first_free_ = free.next_free;
    return free;
  }
  slot& one_more_slot();
  slot* find(std::uint64_t number) {
    const auto place = static_cast<std::uint32_t>(number);
    if (place == 0 || place > slots_.size()) [[unlikely]]
      return nullptr;
    slot& found = slots_[place - 1];
    if (found.life != number >> 32 || !found.call) [[unlikely]]
      return nullptr;
    return &found;
  }
  void free(slot& ended) {
    ended.call = nullptr;
    ended.next_free = first_free_;
    first_free_ = static_cast<std::uint32_t>(&ended - slots_.data() + 1);
  }
  pending_call release(slot& ended) {
    const pending_call was = ended;
    free(ended);
    if (was.partial) [[unlikely]]
      partial_.fetch_sub(1, std::memory_order_relaxed);
    if (was.is_complete_unit()) complete_units_.fetch_sub(1, std::memory_order_relaxed);
    return was;
  }
  std::optional<pending_call> take_found(slot* found) {
    if (!found) [[unlikely]]
      return std::nullopt;
    count_.store(count_.load(std::memory_order_relaxed) - 1, std::memory_order_release);
    return release(*found);
  }
  template <class Wanted>
  std::vector<pending_call> take_if(Wanted&& wanted);

  const std::uint64_t process_;  // makes the tags of two processes differ
  const base::clock& clock_;
  mutable mmps::shm::spin_lock lock_;
  std::vector<slot> slots_;
  std::uint32_t first_free_ = 0;
  std::atomic<std::size_t> count_{0}, partial_{0}, complete_units_{0};  // written with the lock
};

}  // namespace mentat::node
