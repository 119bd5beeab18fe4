// What a launch does before its batch job ends: it drains the hosts of the job, and later ends the
// program, each once. A pure machine without a clock. Thread-safety: none. Errors: none.
//
// Invariants: the program ends before the job, and after the drain has begun. An earlier end, as of
// a job that is preempted, replaces a later one.
#pragma once

#include <algorithm>

#include "mmps/base/instant.h"

namespace mentat::launch {

class job_end {
 public:
  enum class step { none, drain, stop };

  /// The job lasts until `end`, `length` in all. Hosts are drained `before`, or a tenth of the
  /// length, if that is less.
  void set(base::instant end, base::duration length, base::duration before) {
    if (end >= end_) return;
    end_ = end;
    drain_at_ = std::min(drain_at_, end + -drained_before(length, before));
    stop_at_ = end + -stopped_before(length, before);
  }
  /// How long before the end of such a job its hosts are drained, and the program is ended.
  [[nodiscard]] static base::duration drained_before(base::duration length, base::duration before) {
    return std::min(before, length / 10);
  }
  [[nodiscard]] static base::duration stopped_before(base::duration length, base::duration before) {
    return std::min(longest_stop, drained_before(length, before) / 2);
  }
  /// The job ends by itself, then: its engine wants the hosts back from now on.
  void begin_now(base::instant now, base::instant end) {
    set(end, 10 * std::max<base::duration>(0, end - now), base::duration{end - now});
    drain_at_ = std::min(drain_at_, now);
  }

  [[nodiscard]] step take(base::instant now) {
    if (now >= stop_at_ && !stopped_) {
      stopped_ = drained_ = true;
      return step::stop;
    }
    if (now >= drain_at_ && !drained_) {
      drained_ = true;
      return step::drain;
    }
    return step::none;
  }
  [[nodiscard]] base::instant next_deadline() const {
    return !drained_ ? std::min(drain_at_, stop_at_)
                     : (!stopped_ ? stop_at_ : base::instant::never());
  }
  [[nodiscard]] bool drains() const { return drained_; }
  [[nodiscard]] base::duration left(base::instant now) const {
    return std::max<base::duration>(0, stop_at_ - now);
  }

 private:
  // The engine needs the rest of the time to end the hosts in order.
  static constexpr base::duration longest_stop = 3 * base::second;

  base::instant end_ = base::instant::never();
  base::instant drain_at_ = base::instant::never(), stop_at_ = base::instant::never();
  bool drained_ = false, stopped_ = false;
};

}  // namespace mentat::launch
