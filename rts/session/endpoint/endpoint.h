// A process's access to all others of its session [TOCS96 3.2.1]: through shared memory to those of
// its host, over the network to those of other hosts, and to all if member.network says so. The
// path of a message is transparent to its sender. Without shared memory, as in a simulation of many
// processes in one thread, there is only the network.
//
// Between two living processes no message is lost or repeated, and delivery is causal
// (causal_order.h): messages from one process to another arrive in the order in which they were
// sent, and after all messages sent there before anything the sender had sent or handled. So a
// handler gives each message of type `past` to take_past(). Thread-safety: all functions but
// close(). Errors: send() says that the receiver has ended, or that too much waits for it;
// take_undelivered() gives the messages to processes that never came.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mmps/base/instant.h"
#include "mmps/futex/futex.h"
#include "mmps/net/network.h"
#include "mmps/shm/shm_transport.h"
#include "mmps/wire/mentat_message.h"
#include "mmps/wire/message_type.h"
#include "rts/api/borrowed_bytes.h"
#include "rts/probe/probe.h"
#include "rts/session/endpoint/causal_order.h"
#include "rts/session/endpoint/endpoint_options.h"
#include "rts/session/endpoint/notice.h"
#include "rts/session/endpoint/own_mail.h"
#include "rts/session/endpoint/shared_buffers.h"

namespace mentat::node {

class endpoint {
 public:
  // For an operating-system process. Listens at once. Throws std::system_error or
  // std::runtime_error.
  explicit endpoint(member& self) : endpoint(self, endpoint_options::of_process(self)) {}
  endpoint(const member& self, endpoint_options chosen);

  // Afterwards no network thread makes callbacks, and each `when_out` of a message that it took has
  // been called. Waits a limited time until these messages have arrived. Call before the callees
  // end.
  void close() {
    if (network_) network_->close();
  }

  using sent = mmps::net::network::sent;
  // Sends to the process of header.destination. Fills in the source, if it is unbound, the length
  // of the body and the check sum. On return the caller may reuse the bytes. `when_out`, if given,
  // is called once the message would survive the end of this process: mostly before send() returns.
  sent send(mmps::message_header& header, std::span<const std::byte> body,
            std::function<void()>* when_out = nullptr) {
    const mmps::mmps_name to = header.destination;
    if (!causes_anything(header)) return send_now(header, body, when_out);
    prepare(to);
    const sent result = send_now(header, body, when_out);
    note_sent(to);
    return result;
  }
  // The same, of a short message to that object or process.
  sent send(const mmps::mmps_name& to, const mmps::shm::compact_header& header,
            std::span<const std::byte> body) {
    return by_network(to) ? send_whole(to, header, body) : send_without_network(to, header, body);
  }
  // The same. REQUIRES: has_network() is false, or the process is reached without it.
  sent send_without_network(const mmps::mmps_name& to, const mmps::shm::compact_header& header,
                            std::span<const std::byte> body) {
    if (to.host != host_of_ring_) [[unlikely]]
      return send_whole(to, header, body);
    probe::sends(to, header.type(), body.size());
    note_way(false);
    if (!order_.is_current(to)) [[unlikely]]
      tell_causes(to);
    const bool is_sent = here_->send(to.process(), header, body) == in_ring::yes;
    if (!order_.is_current(to)) [[unlikely]]
      order_.note_sent(to);
    return is_sent ? sent::yes : sent::gone;
  }
  // The same, but takes over the bytes, to avoid copying them where that is possible.
  sent give(mmps::message_header& header, base::byte_buffer&& body,
            std::vector<borrowed_bytes>&& lent, std::function<void()>* when_out);
  // True: calls of objects of other processes than `but`, or other messages that wait for room in a
  // ring, would not survive the end of this process yet. For each of these processes what `make`,
  // if it is given, returns is called as the `when_out` of the last one.
  using callback_maker = mmps::net::network::callback_maker;
  bool await_calls(const mmps::mmps_name& but, const callback_maker* make);
  void keep_open();  // as in network
  void let_close();
  // Hint: a short message to that object or process follows within some 50 ns.
  void expect_send(const mmps::mmps_name& to) const {
    if (is_here(to)) here_->expect_send(to);
  }
  // A message of type `past` from another process. Only from a handler.
  void take_past(const mmps::message_header& header, std::span<const std::byte> body);
  [[nodiscard]] causal_order& order() { return order_; }
  [[nodiscard]] mmps::net::network::drops dropped() const;
  // Whether the process, of this host, cannot be reached by a fault of this one.
  [[nodiscard]] bool is_cut_off_from(const mmps::mmps_name& process) const;
  [[nodiscard]] mmps::shm::shm_transport::traffic sent_here() const;  // through shared memory
  // If false, take_undelivered() gives nothing.
  [[nodiscard]] bool has_network() const { return network_ != nullptr; }
  // The headers of messages that send() took and that have no receiver, because their process was
  // never announced.
  [[nodiscard]] std::vector<mmps::message_header> take_undelivered() {
    return network_ ? network_->take_undelivered() : std::vector<mmps::message_header>();
  }

  // Passes arrived messages to `handle`, at most some hundred; true if there was any. Also sends
  // messages that had to wait. `polls_network`: polls the network each time if it was used last;
  // else occasionally.
  using handler = mmps::shm::shm_transport::handler;
  using compact_handler = mmps::shm::shm_transport::compact_handler;
  bool receive(const handler& handle, const compact_handler* compact = nullptr,
               bool polls_network = false) {
    const bool here = here_ ? here_->receive(handle, compact) : own_.receive(handle);
    if (here && here_) note_received_here();
    if (!network_ || !network_->receive(handle, polls_network && used_network())) return here;
    return note_way(true);
  }
  // The same, if has_mail_from_last().
  bool receive_from_last(const handler& handle, const compact_handler* compact) {
    note_way(false);
    const bool any = here_->receive_from_last(handle, compact);
    if (network_ && any) network_->note_handled_elsewhere();
    return any;
  }
  [[nodiscard]] bool has_mail() const {
    return (here_ ? here_->has_mail() : !own_.empty()) || (network_ && network_->has_mail());
  }
  // Whether arrived messages wait until others are handled.
  [[nodiscard]] bool holds_mail() const { return network_ && network_->holds_back(); }
  // Whether there is a message from the last sender of this host.
  [[nodiscard]] bool has_mail_from_last() const { return here_ && here_->has_mail_from_last(); }
  // Whether the expected source of the next message, or the network's own thread, needs this core.
  [[nodiscard]] bool shares_core() const {
    return used_network() || (here_ && here_->shares_core());
  }
  // Whether the next message is expected from the network, whose thread wakes sleepers. The first
  // thread polls for it anyway, unless messages come in bulk.
  [[nodiscard]] bool prefers_blocking_wait(unsigned thread) const {
    return used_network() && (thread != 0 || network_->comes_in_bulk());
  }
  // Whether some sent message is not known to have arrived.
  [[nodiscard]] bool has_to_send() const {
    return (here_ && here_->has_to_send()) || (network_ && network_->has_to_send());
  }

  // The supervisor has announced the process. Call at once, from a thread that waits for no
  // process: until then it can neither connect nor be sent to.
  void announce(const mmps::mmps_name& process, std::int32_t number);
  // Call before the first message to or from the process. One of this host has no address.
  void note_up(const mmps::mmps_name& process, const std::string& address);
  // This process's network address; empty: none.
  [[nodiscard]] std::string address() const;
  // The page that senders ring to wake this process, and its descriptor; -1: others cannot have it.
  [[nodiscard]] mmps::shm::doorbell& bell() { return *bell_; }
  [[nodiscard]] int descriptor_of_page() const { return here_ ? here_->descriptor_of_page() : -1; }
  // The page of a process of this host; valid as long as the endpoint. Null: there is none.
  mmps::shm::doorbell* page_of(const mmps::mmps_name& process);
  // Only without shared memory: does the work of the network's thread (mmps/net/network.h).
  base::instant turn(base::instant now) { return network_->turn(now); }
  [[nodiscard]] bool all_arrived() const { return network_->all_arrived(); }

  // Sleeps while the thread's word of the bell is `expected`, at most `longest` (0: without end). A
  // message wakes the thread if it listens. May return early.
  void sleep(unsigned thread, std::uint32_t expected, base::duration longest) {
    if (chosen_.sleep) return chosen_.sleep(expected, longest);
    if (network_ && thread == 0) return network_->sleep(expected, longest);
    base::futex_wait(bell().words[mmps::shm::doorbell::place_of(thread)], expected, longest, true);
  }
  void let_time_pass(unsigned thread);  // in a simulation, until a message arrives

  // The process has ended, but its messages have not all been handled yet.
  void note_ending(const mmps::mmps_name& process);
  // Why a living process cannot be reached from here; empty: unknown.
  [[nodiscard]] std::string why_unreachable(const mmps::mmps_name& process) const;
  // This process needs that one and cannot reach it: asks the supervisor to end this one.
  void give_up(const mmps::mmps_name& process) const;
  // There is no memory for what others wait for: reports that, and ends this process.
  [[noreturn]] void end_for_want_of_memory(const char* what) const;
  // The process has ended, and all its messages were received; nothing more is sent to it.
  void forget(const mmps::mmps_name& process);
  // Whether a message of the process has arrived and is not handled yet.
  [[nodiscard]] bool has_mail_from(const mmps::mmps_name& process) const;

 private:
  using in_ring = mmps::shm::shm_transport::sent;
  static std::function<void()> copy_of(const std::function<void()>* when_out) {
    return when_out ? *when_out : nullptr;  // a copy: the network may refuse the message for now
  }
  sent send_here(mmps::message_header& header, std::span<const std::byte> body,
                 std::function<void()>* when_out) {
    if (header.destination.host != host_of_ring_) return send_without_ring(header, body, when_out);
    if (here_->send(header, body, when_out) == in_ring::yes) [[likely]]
      return sent::yes;
    return note_gone(header.destination);
  }
  sent send_whole(const mmps::mmps_name& to, const mmps::shm::compact_header& header,
                  std::span<const std::byte> body);
  sent send_without_ring(mmps::message_header& header, std::span<const std::byte> body,
                         std::function<void()>* when_out);
  sent note_gone(const mmps::mmps_name& process) const;
  sent send_now(mmps::message_header& header, std::span<const std::byte> body,
                std::function<void()>* when_out) {
    probe::sends(header.destination, header.type, body.size());
    if (!note_way(by_network(header.destination))) return send_here(header, body, when_out);
    return network_->send(header, body, copy_of(when_out));
  }
  [[nodiscard]] bool is_here(const mmps::mmps_name& to) const {
    return !by_network(to) && to.host == host_of_ring_;
  }
  // Whether the message goes through own_mail, which is in causal order.
  [[nodiscard]] bool is_own(const mmps::mmps_name& to) const {
    return !here_ && to.process() == self_;
  }
  // Messages about the counts of messages need no causal order; updates have an order of their own.
  static bool causes_anything(const mmps::message_header& header) {
    using enum mmps::message_type;
    const auto type = static_cast<mmps::message_type>(header.type);
    return type != query && type != pong && type != cancel && type != update;
  }
  void prepare(const mmps::mmps_name& to) {
    if (!is_here(to) || !order_.is_current(to)) [[unlikely]]
      tell_causes(to);
  }
  void note_sent(const mmps::mmps_name& to) {
    if ((!is_here(to) || !order_.is_current(to)) && !is_own(to)) [[unlikely]]
      order_.note_sent(to);
  }
  void note_received_here() {
    note_way(false);
    if (network_) network_->note_handled_elsewhere();
  }
  void open_network(const member& self);
  void tell_causes(const mmps::mmps_name& to);
  struct past_head;
  void send_past(const mmps::mmps_name& to, const past_head& head, std::span<const cause> causes);
  [[nodiscard]] std::uint64_t handled_plus_one(const mmps::mmps_name& from) const;
  void ask_for_acknowledgements(std::span<const cause> causes);
  [[nodiscard]] bool has_handled(const mmps::mmps_name& from, std::uint64_t messages) const;

  // The progress of the links. Other hosts report their handled messages only when asked.
  struct link_counts final : causal_order::links {
    explicit link_counts(const endpoint& whose) : of(whose) {}
    [[nodiscard]] std::uint64_t sent_to(const mmps::mmps_name& process) const override;
    [[nodiscard]] std::uint64_t handled_by(const mmps::mmps_name& process) const override;
    const endpoint& of;
  };
  // The last message, sent or received, took the network: the next one probably will, too.
  [[nodiscard]] bool used_network() const { return used_network_.load(std::memory_order_relaxed); }
  bool note_way(bool network) {
    if (network != used_network()) used_network_.store(network, std::memory_order_relaxed);
    return network;
  }
  [[nodiscard]] bool by_network(const mmps::mmps_name& process) const {
    if (!network_) [[likely]]
      return false;
    return process.host != self_.host || (within_host_ && process.process() != self_);
  }

  static constexpr std::uint32_t no_host = ~std::uint32_t{0};

  endpoint_options chosen_;
  const mmps::mmps_name self_;
  const bool in_branch_;  // the driver is on another host
  const bool within_host_;
  const std::uint32_t host_of_ring_;  // the ring reaches its processes; no_host: there is no ring
  std::atomic<bool> used_network_{false};
  const link_counts counts_{*this};
  causal_order order_{self_, counts_, chosen_.bug};
  mutable std::mutex acknowledging_;
  struct acknowledgement {
    std::uint64_t asked = 0, handled = 0;
  };
  std::map<mmps::mmps_name, acknowledgement> acknowledged_;  // by processes behind the network
  std::optional<mmps::shm::shm_transport> here_;
  std::optional<shared_buffers> shared_;           // with here_
  own_mail own_;                                   // used without here_
  std::unique_ptr<mmps::shm::doorbell> own_page_;  // used without here_
  mmps::shm::doorbell* bell_ = nullptr;
  std::unique_ptr<mmps::net::network> network_;  // null: there is only this host; rings the bell
};

// The path of a process's socket in the folder of the session.
std::string network_path_of(const std::string& folder, const mmps::mmps_name& process);
// Sends messages between the processes of one host over the network, too. If it does not listen
// yet, it will listen in the folder of the session.
void use_network_within_host(member& self);

}  // namespace mentat::node
