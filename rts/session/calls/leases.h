// The places in processes of other hosts that this process holds [TOCS96 3.2.6]: its complete calls
// of regular classes go straight there (spreading.h).
//
// This process asks the instantiation manager of its host, FALCON chooses another host, and the
// manager there lends a place in one of its processes, or refuses at once: such a request never
// waits. A place serves one call after the other. It is given back when this process has no call
// for it, and `longest_held` after the request for it, so that others get their turn. A process
// that computes all this time without a look at its places gives it back later, before its next
// call; the manager may have taken it back by then (daemons/im/instantiation_manager.h). Nothing
// but speed depends on a place: a call that goes to a process without one waits there.
// Thread-safety: all functions, from workers. Ownership: `takers` and `clock` outlive it. Errors:
// none; without places calls go by the token-matching unit.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "mmps/base/clock.h"
#include "mmps/base/instant.h"
#include "mmps/wire/mentat_message.h"
#include "mmps/wire/message_type.h"
#include "mmps/wire/mmps_name.h"
#include "mmps/wire/tag.h"
#include "rts/session/calls/spreading.h"

namespace mentat::node {

class leases {
 public:
  static constexpr base::duration longest_held = 100 * base::millisecond;
  // While another thread of this process may be about to use a place.
  static constexpr base::duration shortest_idle = 1 * base::millisecond;
  // After a refusal, before the next request; twice as long after each further one.
  static constexpr base::duration shortest_pause = 5 * base::millisecond;
  static constexpr base::duration longest_pause = 100 * base::millisecond;
  // A request without an answer, because a manager has ended, is forgotten after so long.
  static constexpr base::duration patience = 500 * base::millisecond;
  // At a time; later as many as places held, and one after a refusal.
  static constexpr std::size_t first_requests = 4;
  static constexpr std::size_t most_places = 4'096;

  // Sends a message to the instantiation manager of this host; false: it cannot be sent.
  using sender = std::function<bool(mmps::message_header&, std::span<const std::byte>)>;
  using life = std::function<bool(const mmps::mmps_name& process)>;  // whether it lives

  leases(const mmps::mmps_name& self, sender send, life lives, spreading& takers,
         const base::clock& clock)
      : self_(self),
        send_(std::move(send)),
        lives_(std::move(lives)),
        takers_(takers),
        clock_(clock) {}

  // A call of this class found no process with room: asks for places, unless enough requests are
  // under way.
  void want(std::uint64_t class_hash);
  // The answer of an instantiation manager.
  void on_answer(const mmps::message_header& header, std::span<const std::byte> body);
  // Gives back the places that have had no call for `idle`, and those held for too long. Before a
  // thread sleeps, and now and then; cheap while none is held.
  void give_back(base::duration idle);
  // The same before a call is sent, if a place has been held for too long; cheap.
  void give_back_overdue() {
    const std::int64_t oldest = oldest_.load(std::memory_order_relaxed);
    if (oldest != base::instant::never().ns && coarse_now(clock_).ns - oldest > longest_held)
      give_back(shortest_idle);
  }
  void process_ended(const mmps::mmps_name& process);
  // Whether an answer is to come.
  [[nodiscard]] bool is_asking() const {
    return asking_.load(std::memory_order_relaxed) != 0 &&
           clock_.now().ns - last_asked_.load(std::memory_order_relaxed) <= patience;
  }
  // The same, or the next request.
  [[nodiscard]] bool may_come();

 private:
  struct place {
    mmps::tag tag;
    mmps::mmps_name process;
    base::instant since;  // of the request
    base::instant idle_since = base::instant::never();
  };
  struct request {
    mmps::tag tag;
    base::instant since;
  };

  [[nodiscard]] mmps::message_header to_manager(mmps::message_type type) const;
  void pause(base::instant now);  // with the lock
  bool take(const place& lent);   // with the lock; false: it is of no use
  void note_held();               // with the lock
  void ask(const mmps::tag& under, std::uint64_t class_hash);
  void return_place(const place& lent);
  [[nodiscard]] bool is_due(place& held, base::instant now, base::duration idle);

  const mmps::mmps_name self_;
  const sender send_;
  const life lives_;
  spreading& takers_;
  const base::clock& clock_;
  std::mutex lock_;
  std::vector<place> held_;
  std::vector<request> asked_;
  std::uint64_t last_number_ = 0;
  base::instant not_before_{};
  base::duration pause_ = 0;  // after the last refusal; 0: the last answer was none
  std::atomic<std::int64_t> last_asked_{0}, next_look_{0};       // ns
  std::atomic<std::size_t> asking_{0};                           // asked_.size()
  std::atomic<std::size_t> holding_{0};                          // held_.size()
  std::atomic<std::int64_t> oldest_{base::instant::never().ns};  // request for a place
};

}  // namespace mentat::node
