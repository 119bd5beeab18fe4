// A process's access to other processes over a transport [TOCS96 3.2.1], with a link to each of
// them.
//
// Two live processes lose and repeat no message, and each receives the other's messages in the
// order of their sending, even if the connection breaks: the link keeps unacknowledged messages,
// and the transport reconnects. Only forget() ends a link.
//
// Sending happens on the caller's thread, which blocks while the receiver is far behind. Messages
// to a process that connect() has not named yet wait until it does (unknown_peers.h).
//
// Receiving happens on one thread at a time, which holds the turn. A worker that looks for work
// calls receive(). The thread of `word`, when idle, calls sleep(), where an incoming message wakes
// it. If no thread has taken the turn for a millisecond, because all are at work, the network's own
// thread takes it, and calls `arrived` for new messages. While the thread of `word` waits for
// messages, the network's thread sleeps on the word in its place, forwards wake-ups, and watches
// the clock.
//
// A network without a thread of its own (`has_thread`) never blocks, so many of them can share one
// thread and virtual time: the owner calls turn() after an arrival and at next_deadline().
//
// A mailbox keeps incoming messages until they are handled. The network acknowledges a message as
// soon as it is in the mailbox: then it is in the receiver's custody. has_mail_from() tells whether
// it has been handled.
//
// Safety: with a key pair, a peer that proves it owns the key is a member of the session; which
// member it is, is its own claim. A message with the name of a process that did not send it is
// dropped, unless a forwarder sent it. Without keys the network accepts no address that other hosts
// can reach.
// Thread-safety: all functions; one thread handles a message, and one message at a time. `arrived`
// and `when_out` are called without a lock. Errors: send() returns them, or take_undelivered()
// later; malformed messages of a peer are dropped. Limits: fixed.link_queue (messages that wait for
// one process: 1 GiB, 1,048,576; beyond it senders wait, for at most 30 s without progress),
// fixed.unknown_processes, fixed.message, fixed.peers; the mailbox holds at most 24 MiB, or one
// message, of one process.
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
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "mmps/base/byte_buffer.h"
#include "mmps/base/clock.h"
#include "mmps/base/fixed_limits.h"
#include "mmps/base/function_ref.h"
#include "mmps/base/instant.h"
#include "mmps/base/rate_limiter.h"
#include "mmps/base/seeded_bug.h"
#include "mmps/futex/futex.h"
#include "mmps/link/link_table.h"
#include "mmps/net/assembly.h"
#include "mmps/net/fetched_pieces.h"
#include "mmps/net/mailbox.h"
#include "mmps/net/network_options.h"
#include "mmps/net/peer_connection.h"
#include "mmps/net/repeated_pieces.h"
#include "mmps/net/spread_pieces.h"
#include "mmps/net/unknown_peers.h"
#include "mmps/transport/transport.h"
#include "mmps/wire/mentat_message.h"

namespace mentat::mmps::net {

class network {
 public:
  network(std::unique_ptr<transport> through, network_options chosen);
  network(const network&) = delete;
  network& operator=(const network&) = delete;
  ~network() { close(); }
  // Waits up to `for_last_messages` for acknowledgements, and stops the network's thread. From its
  // beginning no frame waits for another process. Every `when_out` has been called when it
  // returns, and no callback is called later. Must not run concurrently with receive() or sleep().
  void close();

  [[nodiscard]] std::string address() const { return transport_->address(); }
  // Since the start.
  struct drops {
    std::uint64_t frames = 0;   // malformed, beyond a window, or of peers that have ended
    std::uint64_t refused = 0;  // messages for unknown processes, beyond fixed.unknown_processes
  };
  [[nodiscard]] drops dropped() const;
  // Makes the process known, with its address. The connection is made for the first frame.
  void connect(const mmps_name& process, const std::string& address);
  // The process has ended; forget() follows once its last messages are handled. Senders stop
  // waiting for room there.
  void note_ending(const mmps_name& process);
  // The process has ended. Drops its unacknowledged messages; their `when_out` runs all the same.
  void forget(const mmps_name& process);

  enum class sent : std::uint8_t {
    yes,
    gone,  // the process has ended
    full,  // a limit: the process does not receive, or too much waits for unknown processes
  };
  // Sends to the process of header.destination, which is another one. Fills in the source, if it is
  // unbound, and the link's fields. `when_out` is called when the receiver has the message, or has
  // ended. send() copies the body; give() takes it. A large body may be given as several blocks,
  // which are messages without headers; one with flag::repeated never changes, and crosses the
  // network once even if it is given again (repeated_pieces.h).
  [[nodiscard]] sent send(message_header& header, std::span<const std::byte> body,
                          std::function<void()> when_out = nullptr);
  [[nodiscard]] sent give(message_header& header, base::byte_buffer&& body,
                          std::function<void()> when_out = nullptr);
  [[nodiscard]] sent give_blocks(message_header& header, std::vector<mentat_message>&& blocks,
                                 std::function<void()> when_out = nullptr);
  // True: calls of objects of other processes than `but` have not arrived there. For each of these
  // processes what `make`, if it is given, returns is called as the `when_out` of the last one.
  using callback_maker = base::function_ref<std::function<void()>()>;
  bool await_calls(const mmps_name& but, const callback_maker* make);
  // More will be sent when calls have arrived: close() waits for let_close(), too.
  void keep_open();
  void let_close();
  // The headers of messages whose receiver never became known.
  [[nodiscard]] std::vector<message_header> take_undelivered();

  using handler = std::function<void(const message_header&, std::span<const std::byte> body)>;
  // Hands a few arrived messages to `handle`; true if there were any. With `expects` it polls the
  // transport, a system call, each time, otherwise once in 64 calls.
  bool receive(const handler& handle, bool expects = false);
  // Recent polls have found several messages at once.
  [[nodiscard]] bool comes_in_bulk() const {
    return bulk_for_.load(std::memory_order_relaxed) != 0;
  }
  // There is something to receive(), or to take_undelivered().
  [[nodiscard]] bool has_mail() const {
    return !mailbox_.empty() || (may_go_on_.load() && holds_back()) || has_undelivered_.load();
  }
  // Some arrived messages wait for others to be handled first: see wait_for().
  [[nodiscard]] bool holds_back() const { return held_back_.load() != 0; }
  // The answers of `has_handled` have changed: messages that came another way were handled, or a
  // process has ended.
  void note_handled_elsewhere() { may_go_on_.store(true); }

  // The number of messages ever sent to the process, and of its messages handled here.
  [[nodiscard]] std::uint64_t sent_to(const mmps_name& process) const;
  [[nodiscard]] std::uint64_t handled_from(const mmps_name& process) const;
  // Holds back further messages of `peer` until `messages` messages of `process` have been handled
  // here. Only from a handler of a message of `peer`.
  void wait_for(const mmps_name& peer, const mmps_name& process, std::uint64_t messages) {
    waiting_peers_[peer].causes.emplace_back(process, messages);
  }
  [[nodiscard]] bool has_mail_from(const mmps_name& process) const {
    return mailbox_.bytes_of(process) != 0;
  }
  // Sleeps until the word differs from `expected`, or has_mail(), for at most `longest` (0: no
  // limit). May return early; without the network's thread it does after a turn(). Only the thread
  // of the word.
  void sleep(std::uint32_t expected, base::duration longest);
  // Some message is unacknowledged, or its receiver is not known yet.
  [[nodiscard]] bool has_to_send() const;
  // Every reachable process has acknowledged all of its messages.
  [[nodiscard]] bool all_arrived() const;

  // One step of a network without a thread: takes in arrived messages, calls `arrived` for them,
  // and runs due timers. Returns the time of the next turn, unless a message comes, is sent or is
  // received before; `now` if more has arrived already. One thread only.
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
    sent_pieces sent;
    received_pieces received;
    std::uint64_t acknowledged = 0;
    peer_connection connection;
    bool ends = false;     // as the supervisor has reported
    bool stalled = false;  // a sender has timed out while waiting for room there
    bool stopped = false;  // it has no credit, because its messages fill the mailbox
    bool warned = false;
    bool misses_pieces = false;  // and a warning has said so
  };
  // A peer whose next messages wait for messages of others.
  struct waiting_peer {
    std::vector<std::pair<mmps_name, std::uint64_t>> causes;
    std::deque<mailbox::inbound_message> messages;
  };
  // The work that remains once the lock is released.
  struct effects {
    bool mail = false;
    std::vector<std::function<void()>> outs;
  };

  // network.cc: peers and sending
  sent post(message_header& header, unknown_peers::outbound_message&& what);
  [[nodiscard]] sent wait_for_room(std::unique_lock<std::mutex>& guard, const mmps_name& process);
  [[nodiscard]] bool has_room(const mmps_name& process) const;
  void name_if_received(const mmps_name& process, mentat_message& piece);
  void protect(const mmps_name& process, unknown_peers::outbound_message& what) const;
  bool enqueue(const mmps_name& process, unknown_peers::outbound_message&& what);
  void introduce(const mmps_name& process, effects& after);
  void reach(const mmps_name& process, peer_connection& one);
  void give_frames();
  void refuse(unknown_peers::outbound_message&& what, effects& after);
  void pass_on(effects& after);
  void note_progress(const link_table_output::progress& one, effects& after);
  void repeat(const spread_pieces::frames& due);
  void warn_of(const mmps_name& process, const std::string& what) const;
  [[nodiscard]] bool has_all_arrived() const;

  // receiving.cc
  [[nodiscard]] bool may_say(const mmps_name& from, const mmps_name& source) const;
  void deliver(link_table_output::addressed& from, effects& after);
  void note_events();
  bool waits(waiting_peer& one) const;
  bool hold_back(mailbox::inbound_message& one);
  std::size_t receive_held_back(const handler& handle);
  void handle_inbound(mailbox::inbound_message& one, const handler& handle);
  void hand_over(const mailbox::inbound_message& one, const handler& handle);
  void count_handled(const mmps_name& from);
  void discard_if_forgotten(const mmps_name& process);
  void note_handled(const mmps_name& from, std::size_t left);
  void poll_transport();
  bool wait_and_take_in(base::instant end, bool watched, effects& after);
  void keep_up(base::instant at, effects& after);
  std::size_t take_in(effects& after);
  [[nodiscard]] base::instant next_timer() const;
  void watch();
  [[nodiscard]] base::duration until_deadline() const;
  bool receive_for_others();

  // receiving_pieces.cc
  bool take_piece(mailbox::inbound_message& frame);
  [[nodiscard]] bool expects(const mailbox::inbound_message& frame) const;
  void share(const mailbox::inbound_message& frame);
  bool take_named(mailbox::inbound_message& frame);
  void fetch(const fetched_pieces::wanted_piece& wanted);
  void answer_fetch(const mailbox::inbound_message& frame);
  bool take_fetched(mailbox::inbound_message& frame);
  [[nodiscard]] bool send_apart(const mmps_name& to, mentat_message&& message);
  void say_missing(const fetched_pieces::pieces& all);
  void note_missing(const mailbox::inbound_message& frame);

  const network_options chosen_;
  const base::clock& clock_;
  std::unique_ptr<transport> transport_;

  mutable std::mutex lock_;  // of the links and the peers
  std::condition_variable changed_;
  unsigned waiting_ = 0;        // threads that wait for changed_
  base::rate_limiter refused_;  // messages for unknown processes
  std::uint64_t refused_ever_ = 0;
  link_table links_;
  link_table_output decided_;  // of pass_on()
  std::map<mmps_name, peer> peers_;
  spread_pieces spread_;
  fetched_pieces fetched_;
  unknown_peers unknown_;
  std::vector<message_header> undelivered_;
  std::map<mmps_name, std::uint64_t> sent_;
  mutable std::mutex counting_;
  std::map<mmps_name, std::uint64_t> handled_;  // with it
  std::map<mmps_name, std::uint64_t> calls_;    // the last one on its way there; 0: no number yet
  unsigned kept_open_ = 0;
  bool closed_ = false;
  std::atomic<bool> has_undelivered_{false};
  std::atomic<unsigned> stopped_{0};  // peers

  mailbox mailbox_;
  assembly reassembly_;                              // from messages of the mailbox
  std::mutex handling_;                              // held while taking from the mailbox
  std::map<mmps_name, waiting_peer> waiting_peers_;  // with it
  std::atomic<std::size_t> held_back_{0};            // their messages
  std::atomic<bool> may_go_on_{false};  // some may go on: a message was handled meanwhile

  std::mutex turn_;                               // its holder receives
  std::vector<mailbox::inbound_message> frames_;  // with the turn
  std::atomic<unsigned> bulk_for_{0};             // remaining polls
  std::atomic<std::uint64_t> turns_{0};           // taken by other threads than the network's
  std::atomic<unsigned> empty_polls_{0};          // of receive()
  base::futex_word own_word_{0};                  // used if no other is given
  base::futex_word& word_;
  std::atomic<bool> waits_{false};          // the thread of the word waits for messages
  std::atomic<std::uint32_t> expected_{0};  // then: the value of its word at the beginning
  std::atomic<base::instant> wait_until_{base::instant::never()};  // then the network's thread
                                                                   // wakes it
  std::atomic<bool> deep_{false};  // the network's thread sleeps until then, else without end
  std::atomic<bool> stopping_{false};
  std::thread watcher_;
};

}  // namespace mentat::mmps::net
