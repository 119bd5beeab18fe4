// How many complete calls of regular classes may be in other processes before further ones wait in
// their caller: more would fill the memory of a token-matching unit. The limit doubles when none of
// them has ended for a while and no process of this host runs anything: all may wait for what a
// call does that is held back. That while doubles, too: other hosts may run units that last.
// Thread-safety: none. Errors: none.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace mentat {

class spread_limit {
 public:
  static constexpr std::size_t least = std::size_t{1} << 16;  // a sixteenth of fixed.units
  static constexpr std::int64_t patience = 1'000'000'000;     // ns, the first time

  // Whether one more may leave beside `unanswered` others. `runs_any()`: whether some process runs
  // a unit.
  template <class RunsAny>
  bool allows(std::size_t unanswered, std::int64_t now, RunsAny&& runs_any) {
    if (unanswered < limit_) {
      fewest_ = most;
      return true;
    }
    if (unanswered < fewest_ || runs_any()) {
      fewest_ = std::min(fewest_, unanswered);
      since_ = now;
      return false;
    }
    if (now - since_ < patience_) return false;
    limit_ *= 2;
    patience_ *= 2;
    fewest_ = most;
    return true;
  }

 private:
  static constexpr std::size_t most = std::numeric_limits<std::size_t>::max();

  std::size_t limit_ = least;
  std::size_t fewest_ = most;  // since the limit was reached
  std::int64_t since_ = 0;     // nothing has happened
  std::int64_t patience_ = patience;
};

}  // namespace mentat
