#include "rts/session/members/termination_detector.h"

#include <algorithm>
#include <utility>

namespace mentat::node {

bool termination_detector::begin(base::instant now, const std::vector<mmps::mmps_name>& others,
                                 const activity& here) {
  if (asking_ || now < next_) return false;
  asking_ = true;
  ++round_;
  asked_ = others;
  sum_ = here;
  may_be_lost_ = {{}, breakable::nothing};
  note_breakable({}, here.first_to_break());
  if (asked_.empty()) judge(now);
  return !others.empty();
}

void termination_detector::answer(base::instant now, std::uint64_t round,
                                  const mmps::mmps_name& from, const activity& there) {
  if (!asking_ || round != round_ || std::erase(asked_, from) == 0) return;
  sum_.sent += there.sent;
  sum_.received += there.received;
  sum_.other += there.other;
  sum_.runs |= there.runs;
  note_breakable(from, there.first_to_break());
  if (asked_.empty()) judge(now);
}

void termination_detector::note_breakable(const mmps::mmps_name& in, breakable what) {
  const bool none_yet = may_be_lost_.what == breakable::nothing;
  if (what != breakable::nothing && (none_yet || what <= may_be_lost_.what))
    may_be_lost_ = {in, what};
}

// The counts of the process are gone: of the next sums only their staying the same means anything.
void termination_detector::ended(base::instant now, const mmps::mmps_name& process) {
  if (bug_ == base::seeded_bug::ended_processes_asked) return;
  last_was_quiet_ = quiet_ = false;
  some_ended_ = true;
  if (asking_ && std::erase(asked_, process) != 0 && asked_.empty()) judge(now);
}

void termination_detector::judge(base::instant now) {
  asking_ = false;
  const bool still = sum_.runs == 0 && (sum_.sent == sum_.received || some_ended_);
  const bool same = bug_ == base::seeded_bug::quiet_after_one_round ||
                    (last_was_quiet_ && last_.sent == sum_.sent && last_.received == sum_.received);
  // A wait that is broken need not send a message.
  if (last_.sent != sum_.sent || last_.other != sum_.other) pause_ = shortest;
  if (!still || !same) same_since_ = now;
  const bool settled = !some_ended_ || now - same_since_ >= settle_;
  quiet_ = still && same && settled;
  lost_ = may_be_lost_;
  if (lost_.what == breakable::nothing) lost_.what = breakable::waits;
  if (still && !same) {
    next_ = now;  // once more, at once
  } else {
    next_ = now + pause_;
    pause_ = std::min(pause_ * 2, longest);
  }
  last_was_quiet_ = still && !quiet_;
  last_ = sum_;
}

bool termination_detector::take_quiet() { return std::exchange(quiet_, false); }

base::duration termination_detector::patience(base::instant now) const {
  return asking_ ? longest : std::max<base::duration>(next_ - now, 1);
}

}  // namespace mentat::node
