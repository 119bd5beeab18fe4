// Messages between the processes of one host through shared memory [TOCS96 3.2.1]: one ring for
// each pair and direction. The sender makes it, and passes it over a Unix socket with its first
// message.
//
// Two live processes lose no message, and each receives the other's messages in the order of their
// sending. A message that does not fit into the ring waits in the sender. A process's messages can
// still be received after its death. A large message goes in pieces: the reader takes one out while
// the writer puts the next one in. There are no checksums, because a process that could damage the
// memory could damage them too. Thread-safety: send(), expect_send(), receive(), has_mail() from
// any thread; one thread handles a message. Cost of a small message: two copies, some 40 ns on both
// sides together, and no system call while both are awake.
#pragma once

#include <sys/types.h>
#include <array>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "mmps/base/fixed_limits.h"
#include "mmps/base/rate_limiter.h"
#include "mmps/shm/announced_processes.h"
#include "mmps/shm/bell.h"
#include "mmps/shm/compact_header.h"
#include "mmps/shm/incoming_link.h"
#include "mmps/shm/introduction.h"
#include "mmps/shm/outgoing_link.h"
#include "mmps/shm/segment.h"
#include "mmps/shm/unix_socket.h"
#include "mmps/wire/mentat_message.h"

namespace mentat::mmps::shm {

class shm_transport {
 public:
  struct options {
    std::string folder;   // where the processes meet; only their user can enter it
    mmps_name self;       // of this process
    mmps_name forwarder;  // it may forward messages of others under their names
    std::size_t largest_body = std::size_t{1} << 30;
    using block_use = incoming_link::block_use;
    std::function<block_use(const message_header&)> use_of_blocks =  // as in incoming_link
        [](const message_header&) { return block_use::copies; };
    std::function<void(const std::string&)> warn = [](const std::string&) {};
    // Called when this process cannot reach a live one, or be reached, for want of descriptors or
    // memory, or because it has changed its user: others would wait for its answers for ever.
    std::function<void(const std::string&)> cut_off = [](const std::string&) {};
    // Accept and reach only processes that announce() has named.
    bool only_announced = false;
    // `unreachable` is called when a process does not answer a connection for `patience`; the
    // supervisor then ends it if it is stuck. A sender waits until the process answers or has
    // ended.
    std::chrono::milliseconds patience = std::chrono::seconds(30);
    std::function<void(const mmps_name&, const std::string& why)> unreachable =
        [](const mmps_name&, const std::string&) {};
    // As in incoming_link.
    std::function<bool(const mmps_name& process, std::uint64_t messages)> has_handled =
        [](const mmps_name&, std::uint64_t) { return true; };
  };
  // Listens at once. Throws std::system_error.
  explicit shm_transport(options chosen);
  shm_transport(const shm_transport&) = delete;
  shm_transport& operator=(const shm_transport&) = delete;
  ~shm_transport();

  // The system's process number of that process. A connection under its name from another process
  // is refused; one that comes before the announcement waits for some time. From any thread but one
  // that waits for an answer here.
  void announce(const mmps_name& process, pid_t number);

  enum class sent { yes, gone };
  // Sends a copy to the process of header.destination. Fills in the source, if it is unbound, and
  // the length of the body. gone: there is no such process, or it cannot be reached. `when_out`, if
  // not null, is called once the receiver can find the message even if this process ends: in most
  // cases before send() returns; otherwise the link owns it.
  sent send(message_header& header, std::span<const std::byte> body,
            std::function<void()>* when_out = nullptr);
  // The same for a message that need not wake its receiver soon (outgoing_link.h).
  sent send_patiently(message_header& header, std::span<const std::byte> body,
                      std::function<void()>* when_out);
  // The same for a body that is the bodies of `blocks`, one behind the other; none is empty. They
  // are not copied, except into shared memory; those of shared_blocks not even there. REQUIRES: the
  // body is longer than a short message.
  sent send_blocks(message_header& header, std::vector<mentat_message>&& blocks,
                   std::function<void()>* when_out = nullptr);
  // Whether send_blocks() can pass shared blocks to the process, instead of their bytes.
  [[nodiscard]] bool passes_blocks(const mmps_name& process) {
    const outgoing_link* const link = link_to(process);
    return link && link->passes_blocks();
  }
  // The same with a compact header: most calls and results.
  sent send(const mmps_name& process, const compact_header& header,
            std::span<const std::byte> body) {
    outgoing_link* const link = link_to(process);
    return link && link->send(header, body) ? sent::yes : sent::gone;
  }

  // The number of messages ever sent to the process, and how many of them it has handled.
  [[nodiscard]] std::uint64_t sent_to(const mmps_name& process) const;
  [[nodiscard]] std::uint64_t handled_by(const mmps_name& process) const;
  // The messages ever sent, and their bytes in the rings: whole cache lines, with heads.
  struct traffic {
    std::uint64_t messages = 0, bytes = 0;
  };
  [[nodiscard]] traffic sent_in_all() const;
  // The number of messages of the process handled here.
  [[nodiscard]] std::uint64_t handled_from(const mmps_name& process) const;
  // Only from a handler of a message of `peer`: incoming_link::wait_for().
  void wait_for(const mmps_name& peer, const mmps_name& process, std::uint64_t messages);
  // Connects to the process, if it is not connected yet; may wait for it.
  void reach(const mmps_name& process) { static_cast<void>(link_to(process)); }

  // A hint that a short message follows within some 50 ns.
  void expect_send(const mmps_name& process) const {
    const outgoing_link* const link = to_[process.process_number()].load(std::memory_order_acquire);
    if (link) [[likely]]
      link->expect_send();
  }

  // Hands at most a few hundred messages to `handle`; true if there were any. Also sends waiting
  // messages.
  using handler = incoming_link::handler;
  using compact_handler = incoming_link::compact_handler;
  bool receive(const handler& handle, const compact_handler* compact = nullptr);
  // The same, only from the process that sent the last received message.
  bool receive_from_last(const handler& handle, const compact_handler* compact = nullptr) {
    incoming_link* const last = last_from_.load(std::memory_order_relaxed);
    return last && note_received(last->receive(handle, compact));
  }
  [[nodiscard]] bool has_mail() const;
  // The cheapest poll: whether the process that sent the last message has sent more.
  [[nodiscard]] bool has_mail_from_last() const {
    const incoming_link* const last = last_from_.load(std::memory_order_relaxed);
    return last && last->has_mail();
  }
  // Whether the process that sent the last message seems to poll on this thread's core.
  [[nodiscard]] bool shares_core() const;
  // Some message waits for room in a ring.
  [[nodiscard]] bool has_to_send() const {
    return links_that_wait_.load(std::memory_order_relaxed) != 0;
  }
  // The same, to another process than `but`; `make` as in outgoing_link, for each such process.
  bool await_room(const mmps_name& but, const outgoing_link::callback_maker* make);

  // Before a thread sleeps on its word of the bell, it calls listen(). If has_mail() is false after
  // that, the next sender rings.
  [[nodiscard]] int descriptor_of_page() const { return bell_.descriptor(); }
  [[nodiscard]] doorbell& bell() { return *reinterpret_cast<doorbell*>(bell_.data()); }

  // The page of a peer; valid as long as the transport. Null: there is no such process.
  doorbell* page_of(const mmps_name& process);

  // Why the process cannot be reached; empty if that is not known.
  [[nodiscard]] std::string cause_of(const mmps_name& process) const;
  // Whether this process is at fault: it has no descriptor or memory left, or another user.
  [[nodiscard]] bool is_cut_off_from(const mmps_name& process) const;

  // The process has ended, and its messages have been received. Gives back the memory that was
  // shared with it. Not from a handler.
  void forget(const mmps_name& process);
  // Whether some message of the process has not been received and handled yet. Not from a handler.
  [[nodiscard]] bool has_mail_from(const mmps_name& process) const;

  [[nodiscard]] static std::string path_of(const std::string& folder, const mmps_name& process);

 private:
  // A peer that has introduced itself.
  struct pending_peer {
    unix_socket socket;
    introduced_peer says;
    std::chrono::steady_clock::time_point until;  // it waits to be announced
  };

  static constexpr std::size_t max_links = fixed::processes.value;
  static_assert(max_links == mmps_name::max_processes);

  // Links that threads traverse without a lock. A thread adds one with the lock of its kind. A
  // place is reused when its link is over; links live as long as the transport.
  template <class Link>
  class link_list {
   public:
    [[nodiscard]] std::size_t size() const { return size_.load(std::memory_order_acquire); }
    [[nodiscard]] Link& at(std::size_t i) const {
      return *places_[i].load(std::memory_order_acquire);
    }
    // Throws std::runtime_error if there are too many.
    template <class IsOver>
    Link& add(std::unique_ptr<Link> link, IsOver is_over);

    // Those whose place was reused, too. REQUIRES: the lock of their kind is held.
    [[nodiscard]] const std::vector<std::unique_ptr<Link>>& all() const { return all_; }

   private:
    std::array<std::atomic<Link*>, max_links> places_{};
    std::atomic<std::size_t> size_{0};
    std::vector<std::unique_ptr<Link>> all_;
  };

  outgoing_link* link_to(const mmps_name& process) {
    outgoing_link* const link = to_[process.process_number()].load(std::memory_order_acquire);
    if (!link || link->peer() != process) [[unlikely]]
      return new_link_to(process);
    if (link->gone()) [[unlikely]]
      return nullptr;
    return link;
  }
  void complete(message_header& header, std::size_t body_size) const;
  outgoing_link* new_link_to(const mmps_name& process);
  [[nodiscard]] incoming_link* link_from(const mmps_name& process) const;
  struct connection {
    segment ring, bell;
    block_channel blocks;
  };
  std::optional<connection> connect_to(const mmps_name& process);
  outgoing_link* publish(const mmps_name& process, connection made);
  std::optional<unix_socket> knock_at(const mmps_name& process);
  bool note_unreachable(const mmps_name& process, const std::string& why);
  void note_cut_off(const mmps_name& process, const std::string& why);
  // A message must not wait until the core is noted: the next poll that finds nothing does that.
  bool note_received(bool any) {
    if (any && !core_is_old_.load(std::memory_order_relaxed))
      core_is_old_.store(true, std::memory_order_relaxed);
    return any;
  }
  void note_core();
  void listen_for_peers();
  bool serve_acceptor();
  void take_peer();
  void reject();
  void accept_introduction(unix_socket& peer);
  bool authenticate(pending_peer& one);
  void admit(pending_peer& one);
  static base::instant now();
  void refuse_at_fault(unix_socket& peer, const char* why);
  void refuse(pending_peer& one, const std::string& why);

  options chosen_;
  const uid_t user_;
  segment bell_;
  unix_socket door_;
  int acceptor_event_ = -1;  // a process was announced, or it must end
  std::atomic<bool> stopping_{false};
  int spare_ = -1;             // a descriptor, to turn away a peer without one
  int failed_rejections_ = 0;  // consecutive failures to turn a peer away

  std::atomic<unsigned> links_that_wait_{0};
  std::atomic<unsigned> peers_with_blocks_{0}, peers_that_pass_blocks_{0};  // ever
  announced_processes announced_;
  mutable std::mutex connecting_;  // held briefly, and not while waiting for a process
  std::condition_variable connected_;
  std::set<mmps_name> being_connected_;
  std::set<mmps_name> cut_off_;  // of them, by a fault of this process
  std::map<mmps_name, std::string> unreachable_;
  std::array<std::atomic<outgoing_link*>, max_links> to_{};  // by number of the process
  link_list<outgoing_link> outgoing_;
  link_list<incoming_link> incoming_;
  std::atomic<incoming_link*> last_from_{nullptr};
  std::atomic<bool> core_is_old_{false};  // something was received since it was noted

  std::deque<pending_peer> pending_peers_;  // not announced yet; the acceptor's
  base::rate_limiter refused_, not_admitted_;
  std::thread acceptor_;
};

}  // namespace mentat::mmps::shm
