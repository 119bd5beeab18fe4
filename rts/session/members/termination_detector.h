// Detects that the whole session is quiet. Then a wait that goes on can never end, and a program
// whose main has ended is over.
//
// The driver asks every process, in rounds, how many messages it has sent and received, and whether
// anything runs there. If nothing runs anywhere, as many messages were received as sent, and the
// next round gives the same counts, then no message was in flight (four counters [Mattern 1987]).
// Pure; the driver gives the time. Thread-safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mmps/base/instant.h"
#include "mmps/base/seeded_bug.h"
#include "mmps/wire/little_endian.h"
#include "mmps/wire/mmps_name.h"
#include "rts/executor/breakable.h"

namespace mentat::node {

struct activity {
  std::uint64_t sent = 0, received = 0;  // messages, ever
  std::uint64_t waiting = 0;             // functions that wait, and whose call may be withdrawn
  std::uint64_t runs = 0;                // 1: something runs, or could
  std::uint64_t fails_last = 0;          // other functions that wait (waiter.h)
  std::uint64_t other = 0;               // happenings::other
  std::uint64_t unaccepted = 0;          // 1: main has ended, and objects have calls left

  // What to break in that process before anything else.
  [[nodiscard]] breakable first_to_break() const {
    if (waiting != 0) return breakable::calls;
    if (fails_last != 0) return breakable::waits;
    return unaccepted != 0 ? breakable::unaccepted : breakable::nothing;
  }
};

// Where to break a wait.
struct lost_wait {
  mmps::mmps_name process;  // unbound: here
  breakable what = breakable::waits;
};

// The process in the driver's question: the last one whose end the driver has learned; unbound if
// there is none. A process that believes it alive has not got the news yet, and is not quiet.
inline mmps::mmps_name last_ended_in(std::span<const std::byte> question) {
  return question.size() == mmps::name_size ? mmps::get_name(question.data()) : mmps::mmps_name{};
}

class termination_detector {
 public:
  explicit termination_detector(base::seeded_bug bug = base::seeded_bug::none) : bug_(bug) {}

  // Call when all workers here sleep. True: a round begins now; the caller asks all processes.
  bool begin(base::instant now, const std::vector<mmps::mmps_name>& others, const activity& here);
  [[nodiscard]] std::uint64_t round() const { return round_; }
  void answer(base::instant now, std::uint64_t round, const mmps::mmps_name& from,
              const activity& there);
  void ended(base::instant now, const mmps::mmps_name& process);  // it will not answer
  // After a process has ended its counts are gone, so the remaining ones need not balance: they
  // must stay the same for this time. On one host, where no message stays in flight, two equal
  // rounds are enough; a process of another host, such as a replacement, may be at work before it
  // is known here.
  void settle_for(base::duration least) { settle_ = least; }

  // True, once, if the session was found quiet.
  bool take_quiet();
  // A process in which a wait can be ended by withdrawing its call, another one before this one; if
  // there is none, one in which a function waits at all; if there is none, one in which objects
  // have calls that they do not accept. Else here: nothing is left. Valid when the session is
  // quiet.
  [[nodiscard]] const lost_wait& where_to_break() const { return lost_; }
  // How long to sleep before begin() is to be called again.
  [[nodiscard]] base::duration patience(base::instant now) const;

 private:
  void judge(base::instant now);
  void note_breakable(const mmps::mmps_name& in, breakable what);
  static constexpr base::duration shortest = 1 * base::millisecond, longest = 1 * base::second;

  const base::seeded_bug bug_;
  std::uint64_t round_ = 0;
  std::vector<mmps::mmps_name> asked_;  // that have not answered yet
  bool asking_ = false;
  bool some_ended_ = false;
  activity sum_, last_;
  bool last_was_quiet_ = false, quiet_ = false;
  lost_wait lost_, may_be_lost_;
  base::instant next_{}, same_since_{};
  base::duration settle_ = 0;
  base::duration pause_ = shortest;
};

}  // namespace mentat::node
