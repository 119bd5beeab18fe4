// Causal delivery between the processes of a session: a message is handled after every message to
// the same process that had been sent before anything its sender had sent or handled
// [Lamport 1978; Schiper, Eggli, Sandoz 1989]. A link keeps the order of its two ends by itself, so
// so only other paths need information: before a process sends to B it tells B of the messages that
// it, or a process it has heard from, has sent to others and that may still be in flight. B handles
// those that are for B before any later message of that link.
//
// A step of the order of writes of replicated objects is a cause, too, for all processes: it has a
// number and no link (note_position()). Its receiver does not wait for it, but knows that it has
// not seen it yet (rts/replica/replica_copies.h).
//
// A message is identified by its link and its number there. No message is told twice, or after it
// is known to have been handled. Waiting for a message in flight never hangs: it arrives, or its
// sender ends.
//
// Thread-safety: all functions; `links` and `tell` are called with the lock. Cost: as long as a
// process sends to one other process, one load before and one after each message; when it turns to
// another one, a lock, and a message if something is still in flight.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "mmps/base/function_ref.h"
#include "mmps/base/seeded_bug.h"
#include "mmps/wire/mmps_name.h"

namespace mentat::node {

// The message with that number from one process to another; numbers begin with 1. Between unbound
// names: the step of the order of writes with that number.
struct cause {
  mmps::mmps_name from, to;
  std::uint64_t number = 0;
};
static_assert(sizeof(cause) == 40);

class causal_order {
 public:
  static constexpr std::size_t max_learned = 4096;  // then those of ended senders are dropped

  // The progress of this process's links.
  class links {
   public:
    // The number of messages ever sent to that process.
    [[nodiscard]] virtual std::uint64_t sent_to(const mmps::mmps_name& process) const = 0;
    // A lower bound of how many of them that process has handled.
    [[nodiscard]] virtual std::uint64_t handled_by(const mmps::mmps_name& process) const = 0;

   protected:
    ~links() = default;
  };

  causal_order(const mmps::mmps_name& self, const links& of,
               base::seeded_bug bug = base::seeded_bug::none)
      : self_(self), links_(of), bug_(bug) {}

  // Whether the next message to the process of `to` needs neither prepare() nor note_sent().
  // REQUIRES: it is of this host.
  [[nodiscard]] bool is_current(const mmps::mmps_name& to) const {
    return current_.load(std::memory_order_relaxed) == key_within_host(to);
  }
  // Call before a message to `to`: `tell` sends `to`, in one message, the causes it does not know.
  using teller = base::function_ref<void(std::span<const cause>)>;
  void prepare(const mmps::mmps_name& to, teller tell);
  // A message to `to` is in flight, or has been handed to its link.
  void note_sent(const mmps::mmps_name& to);

  // Takes the causes that another process has told. Returns those that this process must handle
  // before the next message of the teller.
  std::vector<cause> learn(std::span<const cause> told);

  // What happened here until now may follow from that step of the order of writes, and so from all
  // before. `known_by`: processes that have been sent the step.
  void note_position(std::uint64_t number, std::span<const mmps::mmps_name> known_by);
  // The highest step from which something here may follow; 0: none.
  [[nodiscard]] std::uint64_t position() const { return position_.load(std::memory_order_acquire); }

  // The process has ended, and all its messages to this one have been handled.
  void forget(const mmps::mmps_name& process);
  [[nodiscard]] bool has_ended(const mmps::mmps_name& process) const;
  // The number of learned messages of others that may still be in flight.
  [[nodiscard]] std::size_t known() const {
    const std::lock_guard guard(lock_);
    return learned_.size();
  }

 private:
  using link = std::pair<mmps::mmps_name, mmps::mmps_name>;  // from, to
  struct told {
    std::uint64_t number = 0;        // of the cause
    std::uint64_t handled_with = 0;  // that message of ours: it followed the news
  };

  // Unique among the processes of one host, and never 0.
  static std::uint32_t key_within_host(const mmps::mmps_name& to) {
    return (to.slot & ~mmps::mmps_name::max_objects) |
           to.generation >> mmps::mmps_name::object_bits;
  }
  // 0 for processes of other hosts.
  [[nodiscard]] std::uint32_t key_of(const mmps::mmps_name& to) const {
    return to.host == self_.host ? key_within_host(to) : 0;
  }
  static mmps::mmps_name number_of(const mmps::mmps_name& process) {
    return {process.host, process.incarnation, process.slot, 0};
  }
  [[nodiscard]] bool ended(const mmps::mmps_name& process) const;  // with the lock
  void forget_handled();
  std::vector<cause> untold(const mmps::mmps_name& to, std::map<link, told>& known) const;

  const mmps::mmps_name self_;
  const links& links_;
  const base::seeded_bug bug_;
  std::atomic<std::uint32_t> current_{0};  // 0: nobody
  mutable std::mutex lock_;
  std::set<mmps::mmps_name> open_;  // receivers that have not handled all messages of this process
  std::map<link, std::uint64_t> learned_;
  std::atomic<std::uint64_t> position_{0};                // written with the lock; also in learned_
  std::map<mmps::mmps_name, std::map<link, told>> told_;  // by the process that was told
  std::map<mmps::mmps_name, std::uint32_t> ended_;        // by number: the newest life
};

}  // namespace mentat::node
