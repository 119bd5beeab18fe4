// The driver's order to break a wait in this process, because the session was quiet in a round of
// questions (termination_detector.h). It holds for the state in which this process answered that
// round: when anything has happened here since then, the wait may have ended or may end yet, and
// the driver finds out anew. Pure. Thread-safety: none.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "mmps/base/seeded_bug.h"
#include "rts/executor/breakable.h"

namespace mentat::node {

// What has happened in a process, ever. While it has no message to handle, and nothing runs in it,
// only these make something run again.
struct happenings {
  std::uint64_t sent = 0, received = 0;  // messages
  std::uint64_t other = 0;               // news of processes, and broken waits
  bool operator==(const happenings&) const = default;
};

class break_order {
 public:
  explicit break_order(base::seeded_bug bug = base::seeded_bug::none)
      : is_never_stale_(bug == base::seeded_bug::stale_orders_carried_out) {}

  // This process answers a round, and nothing runs here.
  void note_answer(std::uint64_t round, const happenings& now) { answered_ = {round, now}; }
  // The session was quiet in the round; ignored if this process is not any more.
  void give(std::uint64_t round, breakable what, const happenings& now) {
    if ((answered_.round == round && answered_.at == now) || is_never_stale_) given_ = {what, now};
  }
  // Whether an order stands; drops one that holds no more.
  [[nodiscard]] bool stands(const happenings& now) {
    if (given_.what != breakable::nothing && given_.at != now && !is_never_stale_) given_ = {};
    return given_.what != breakable::nothing;
  }
  // What the order allows, once.
  breakable take(const happenings& now) {
    return stands(now) ? std::exchange(given_, {}).what : breakable::nothing;
  }

 private:
  const bool is_never_stale_;
  struct {
    std::uint64_t round = 0;
    happenings at;
  } answered_;
  struct order {
    breakable what = breakable::nothing;
    happenings at;
  };
  order given_;
};

}  // namespace mentat::node
