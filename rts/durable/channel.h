// The calls of one origin, a process, to one durable object, until they are answered: numbered in
// the order in which they were made, kept with what is sent, and sent again in that order to the
// process where the object goes on.
//
// Invariants: 1. Numbers begin with 1 and have no gap. 2. A call is kept until it and all calls
// before it have been answered: these are settled. 3. Sends go to one place at a time, in the order
// of numbers. Thread-safety: none. Ownership: owns what it keeps. Errors: none. Cost: constant; a
// change of place is linear in the kept calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>

#include "mmps/wire/mmps_name.h"

namespace mentat::durable {

template <class Call>
class channel {
 public:
  struct kept {
    Call call;
    bool is_answered = false;
  };

  // Returns its number. It is to be sent if the place of the object is known.
  std::uint64_t add(Call&& made) {
    calls_.push_back({std::move(made)});
    ++unanswered_;
    return settled_ + calls_.size();
  }
  // The one that was added last.
  [[nodiscard]] Call& newest() { return calls_.back().call; }
  // The object, bound: as the process knows that has it; unbound: not known.
  [[nodiscard]] const mmps::mmps_name& place() const { return place_; }
  // The activation of the object that was there last.
  [[nodiscard]] std::uint64_t epoch() const { return epoch_; }
  // All calls up to this number have been answered.
  [[nodiscard]] std::uint64_t settled() const { return settled_; }
  [[nodiscard]] std::size_t unanswered() const { return unanswered_; }
  [[nodiscard]] bool empty() const { return calls_.empty(); }

  // The object is there now. True: all kept calls are to be sent again, with again().
  bool located(const mmps::mmps_name& place, std::uint64_t epoch) {
    if (epoch <= epoch_ && (place_.bound() || epoch < epoch_)) return false;
    place_ = place;
    epoch_ = epoch;
    return true;
  }
  // The process has ended. True: the object was there, and has to be located again.
  bool lost(const mmps::mmps_name& process) {
    if (!place_.bound() || place_.process() != process) return false;
    place_ = {};
    ++epoch_;  // only a later activation will do
    return true;
  }
  // Calls `send(number, call)` for each kept call, the answered ones, too: the object may have
  // executed none of them again.
  template <class Send>
  void again(Send&& send) {
    std::uint64_t number = settled_;
    for (kept& one : calls_) send(++number, one.call);
  }
  // The answer to that call; null if it has come before, or there was no such call.
  // Then settle() follows.
  Call* answer(std::uint64_t number) {
    if (number <= settled_ || number - settled_ > calls_.size()) return nullptr;
    kept& one = calls_[number - settled_ - 1];
    if (std::exchange(one.is_answered, true)) return nullptr;
    --unanswered_;
    return &one.call;
  }
  void settle() {
    for (; !calls_.empty() && calls_.front().is_answered; calls_.pop_front()) ++settled_;
  }
  // The object is gone for good: calls `fail(call)` for each call without an answer.
  template <class Fail>
  void fail_all(Fail&& fail) {
    for (kept& one : calls_)
      if (!std::exchange(one.is_answered, true)) fail(one.call);
    unanswered_ = 0;
    settle();
  }

 private:
  std::deque<kept> calls_;
  std::size_t unanswered_ = 0;
  std::uint64_t settled_ = 0;
  mmps::mmps_name place_;
  std::uint64_t epoch_ = 0;
};

}  // namespace mentat::durable
