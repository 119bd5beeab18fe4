// A process's access to other processes over a transport [TOCS96 3.2.1]: on it, a link to each
// process.
//
// Between two processes that live nothing is lost or repeated, and what one sends to another
// arrives in the order in which it was sent, also when connections break in between: the link keeps
// what the other one has not acknowledged, and the transport connects again. Only forget() ends a
// link.
//
// Who sends does it on its own thread; it waits if the receiver is far behind. What is sent to a
// process of which connect() has not told yet is kept until it does (unknown_peers.h).
//
// Who receives: one thread at a time, the one that has the turn. A thread that looks for work takes
// in what is there (receive()); one that has nothing to do sleeps in sleep(), where the message
// itself wakes it. That may only be the thread of `word`. When nobody has taken the turn for a
// millisecond, because all are at work, a thread of the network does, and calls `arrived` when
// something has come. While the thread of `word` waits for messages the network's thread sleeps on
// its word in its stead, passes on what others say there, and looks at the clock for it.
//
// Without its thread (`has_thread`) a network never blocks, so that many of them share a thread and
// a virtual time: its owner calls turn() when something has come, and at next_deadline().
//
// What arrives lies in a mailbox until somebody handles it. It acknowledges what lies there: a
// message is in the custody of the process that it was sent to, and has_mail_from() tells whether
// it has yet to be handled.
//
// Safety: with a pair of keys, who shows it is a member of the session, and which one is what it
// says. A message under the name of a process that did not send it is dropped, unless it comes from
// a forwarder. Without keys no address is accepted that other hosts can reach.
// Thread-safety: all functions; a message is handled by one thread, and one at a time. `arrived`
// and `when_out` are called without a lock. Errors: send() says so, or take_undelivered() later;
// what a peer does wrong is dropped. Limits: fixed.link_queue (messages that wait for one process:
// 1 GiB, 1,048,576; then its senders wait for 30 s without any progress), fixed.unknown_processes,
// fixed.message, fixed.peers; of one process at most 24 MiB, or one message, lie in the mailbox.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "mmps/base/byte_buffer.h"
#include "mmps/base/clock.h"
#include "mmps/base/instant.h"
#include "mmps/base/rate_limiter.h"
#include "mmps/base/seeded_bug.h"
#include "mmps/futex/futex.h"
#include "mmps/link/link_table.h"
#include "mmps/net/assembly.h"
#include "mmps/net/mailbox.h"
#include "mmps/net/unknown_peers.h"
#include "mmps/transport/transport.h"
#include "mmps/wire/mentat_message.h"

namespace mentat::mmps::net {

struct network_options {
  mmps_name self{};
  std::uint32_t cluster = 0;           // others are strangers
  std::uint32_t forwarder = 1;  // the processes with this number may pass on what others have sent
  std::uint64_t seed = 1;
  base::seeded_bug bug = base::seeded_bug::none;
  std::size_t queue_bytes = std::size_t{1} << 30;       // for one process; then its senders wait
  bool senders_wait = true;                             // false: send() says `full` instead
  base::duration for_last_messages = base::second / 2;  // how long close() waits for them
  // The word of the thread that may sleep(); null: the network has one of its own.
  base::futex_word* sleeps_on = nullptr;
  // Wakes who is to handle what has come. True: the thread of the word slept, and now it does not.
  std::function<bool()> arrived = [] { return false; };
  std::function<void(const std::string&)> warn = [](const std::string&) {};
  const base::clock* clock = &base::machine_clock();
  bool has_thread = true;  // else the clock may be any, senders never wait, and close() does not
  // Have so many messages of that process been handled here, or will there never be?
  std::function<bool(const mmps_name& process, std::uint64_t messages)> has_handled =
      [](const mmps_name&, std::uint64_t) { return true; };
};

class network {
 public:
  network(std::unique_ptr<transport> through, network_options chosen);
  network(const network&) = delete;
  network& operator=(const network&) = delete;
  ~network() { close(); }
  // Waits, not for long, until what was sent has arrived. Afterwards no thread of the network runs,
  // nobody is called, and each `when_out` has been. Not together with receive() or sleep().
  void close();

  [[nodiscard]] std::string address() const { return transport_->address(); }
  // From now on there is that process, and it is reached there.
  void connect(const mmps_name& process, const std::string& address);
  // It has ended, as everybody will hear who has handled what it had sent: nobody waits for room
  // there any more.
  void note_ending(const mmps_name& process);
  // It has ended. What is not acknowledged is lost; who waits for that is told that it is out.
  void forget(const mmps_name& process);

  enum class sent : std::uint8_t {
    yes,
    gone,  // that process has ended
    full,  // a limit: it does not receive, or nobody has told of it and too much waits for such
  };
  // To the process of header.destination, not this one. Fills in the source, if it is unbound, and
  // what the link needs. `when_out` is called when the other process has the message, or has ended.
  // The bytes are the caller's again when it comes back; give() takes them, and copies nothing. A
  // large body may be given as several blocks, which are messages without headers.
  [[nodiscard]] sent send(message_header& header, std::span<const std::byte> body,
                          std::function<void()> when_out = nullptr);
  [[nodiscard]] sent give(message_header& header, base::byte_buffer&& body,
                          std::function<void()> when_out = nullptr);
  [[nodiscard]] sent give_blocks(message_header& header, std::vector<mentat_message>&& blocks,
                                 std::function<void()> when_out = nullptr);
  // The headers of messages that were sent and have no receiver: nobody has told of their process.
  [[nodiscard]] std::vector<message_header> take_undelivered();

  using handler = std::function<void(const message_header&, std::span<const std::byte> body)>;
  // Gives what has arrived to `handle`, at most some messages. True if there was any. Who `expects`
  // something looks at the transport each time, else one call in 64 does: it is a system call.
  bool receive(const handler& handle, bool expects = false);
  // Of late, looks have found several messages at once.
  [[nodiscard]] bool comes_in_bulk() const {
    return bulk_for_.load(std::memory_order_relaxed) != 0;
  }
  // There is something to receive(), or to take_undelivered().
  [[nodiscard]] bool has_mail() const {
    return !mailbox_.empty() || (may_go_on_.load() && holds_back()) || has_undelivered_.load();
  }
  // Messages that have come are not handled before others are: see wait_for().
  [[nodiscard]] bool holds_back() const { return held_back_.load() != 0; }
  // What `has_handled` answers has changed: messages were handled that took another way, or a
  // process has ended.
  void note_handled_elsewhere() { may_go_on_.store(true); }

  // Messages to that process, ever, and of it that were handled here.
  [[nodiscard]] std::uint64_t sent_to(const mmps_name& process) const;
  [[nodiscard]] std::uint64_t handled_from(const mmps_name& process) const;
  // Only from a handler of a message of `peer`: what follows from there is not handled before so
  // many messages of that process have been.
  void wait_for(const mmps_name& peer, const mmps_name& process, std::uint64_t messages) {
    waiting_peers_[peer].causes.emplace_back(process, messages);
  }
  [[nodiscard]] bool has_mail_from(const mmps_name& process) const {
    return mailbox_.bytes_of(process) != 0;
  }
  // Until the word is not `expected`, or has_mail(), or for so long (0: without end). May come back
  // early; without the network's thread it does so after a turn(). Only the thread of the word.
  void sleep(std::uint32_t expected, base::duration longest);
  // Something has not arrived, as far as is known, or waits until somebody tells of its receiver.
  [[nodiscard]] bool has_to_send() const;
  // Every process that can be reached has acknowledged what was sent to it.
  [[nodiscard]] bool all_arrived() const;

  // What the thread of the network does, if there is none: takes in what has come, calls `arrived`
  // for it, and does what is due. Comes back with the time of the next turn, if nothing comes, is
  // sent or is received before; `now`: more has come already. Only one thread.
  base::instant turn(base::instant now);
  [[nodiscard]] base::instant next_deadline() const;

 private:
  void wake_sleeper() {
    word_.fetch_add(1, std::memory_order_seq_cst);
    base::futex_wake(word_, true);
  }
  struct waiting_for_custody {
    std::uint64_t sequence;
    std::function<void()> when_out;
  };
  struct peer {
    std::deque<waiting_for_custody> outs;
    std::uint64_t acknowledged = 0;
    bool is_up = false;    // the transport says so
    bool ends = false;     // the supervisor has said so
    bool stalled = false;  // somebody has waited in vain for room there
    bool stopped = false;  // it has no credit, because its messages fill the mailbox
    bool warned = false;
  };
  // A peer whose next messages wait for messages of others.
  struct waiting_peer {
    std::vector<std::pair<mmps_name, std::uint64_t>> causes;
    std::deque<mailbox::letter> letters;
  };
  // What is left to do when the lock is given back.
  struct effects {
    bool mail = false;
    std::vector<std::function<void()>> outs;
  };

  // network.cc: peers and sending
  sent post(message_header& header, unknown_peers::letter&& what);
  [[nodiscard]] sent wait_for_room(std::unique_lock<std::mutex>& guard, const mmps_name& process);
  [[nodiscard]] bool has_room(const mmps_name& process) const;
  bool enqueue(const mmps_name& process, unknown_peers::letter&& what);
  void introduce(const mmps_name& process, effects& after);
  void refuse(unknown_peers::letter&& what, effects& after);
  void pass_on(effects& after);
  void note_progress(const link_table_output::progress& one, effects& after);
  void warn_of(const mmps_name& process, const std::string& what) const;
  [[nodiscard]] bool has_all_arrived() const;

  // receiving.cc
  [[nodiscard]] bool may_say(const mmps_name& from, const mmps_name& source) const;
  void deliver(link_table_output::addressed& from, effects& after);
  void note_events();
  bool waits(waiting_peer& one) const;
  bool hold_back(mailbox::letter& one);
  std::size_t receive_held_back(const handler& handle);
  void handle_letter(mailbox::letter& one, const handler& handle);
  void hand_over(const mailbox::letter& one, const handler& handle);
  void count_handled(const mmps_name& from);
  void discard_if_forgotten(const mmps_name& process);
  void note_handled(const mmps_name& from, std::size_t left);
  void look();
  bool wait_and_take_in(base::instant end, bool watched, effects& after);
  void keep_up(base::instant at, effects& after);
  std::size_t take_in(effects& after);
  void watch();
  [[nodiscard]] base::duration until_deadline() const;
  bool receive_in_their_stead();

  const network_options chosen_;
  const base::clock& clock_;
  std::unique_ptr<transport> transport_;

  mutable std::mutex lock_;  // of the links and the peers
  std::condition_variable changed_;
  unsigned waiting_ = 0;  // for it
  base::rate_limiter refused_;  // messages for processes that nobody knows
  link_table links_;
  link_table_output decided_;  // of pass_on()
  std::map<mmps_name, peer> peers_;
  std::set<mmps_name> up_before_;  // connected, and not introduced yet: connect() is under way
  unknown_peers unknown_;
  std::vector<message_header> undelivered_;
  std::map<mmps_name, std::uint64_t> sent_;
  mutable std::mutex counting_;
  std::map<mmps_name, std::uint64_t> handled_;  // with it
  bool closed_ = false;
  std::atomic<bool> has_undelivered_{false};
  std::atomic<unsigned> stopped_{0};  // peers

  mailbox mailbox_;
  assembly begun_;       // from letters of the mailbox
  std::mutex handling_;  // of who takes from the mailbox
  std::map<mmps_name, waiting_peer> waiting_peers_;  // with it
  std::atomic<std::size_t> held_back_{0};            // their letters
  std::atomic<bool> may_go_on_{false};  // one of them, perhaps: something was handled meanwhile

  std::mutex turn_;                      // who has it receives
  std::vector<mailbox::letter> frames_;  // with the turn
  std::atomic<unsigned> bulk_for_{0};  // so many more looks
  std::atomic<std::uint64_t> turns_{0};  // that others than the network's thread have taken
  std::atomic<unsigned> vain_looks_{0};  // of receive()
  base::futex_word own_word_{0};         // if there is no other
  base::futex_word& word_;
  std::atomic<bool> waits_{false};          // the thread of the word waits for messages
  std::atomic<std::uint32_t> expected_{0};  // then: what its word said when it began
  std::atomic<base::instant> wait_until_{base::instant::never()};  // then the network's thread
                                                                   // wakes it
  std::atomic<bool> deep_{false};  // the network's thread sleeps until then, else without end
  std::atomic<bool> stopping_{false};
  std::thread watcher_;
};

}  // namespace mentat::mmps::net
