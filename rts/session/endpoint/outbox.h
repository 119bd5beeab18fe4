// Sends messages to other processes of the session, and counts them, because termination detection
// counts messages (termination_detector.h). Thread-safety: all functions. Ownership: the endpoint
// outlives it.
#pragma once

#include <stdio_ext.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mmps/base/byte_buffer.h"
#include "mmps/base/sharded_counter.h"
#include "mmps/wire/mentat_message.h"
#include "mmps/wire/message_type.h"
#include "rts/api/borrowed_bytes.h"
#include "rts/executor/last_words.h"
#include "rts/session/endpoint/counted.h"
#include "rts/session/endpoint/endpoint.h"
#include "rts/session/endpoint/forwarded_output.h"
#include "rts/session/endpoint/kept_tokens.h"

namespace mentat::node {

inline mmps::message_header header_for(mmps::message_type type, const mmps::mmps_name& to) {
  mmps::message_header header = mmps::blank_header;
  header.type = static_cast<std::uint8_t>(type);
  header.destination = to;
  return header;
}

class outbox {
 public:
  // `prints`: the process that prints this one's output, because this one is on another host;
  // unbound: this process prints it. `holds_results`: see send_result(). `restraints`: members.h;
  // null for the driver, on which all others depend.
  outbox(endpoint& through, const mmps::mmps_name& prints, bool holds_results,
         const std::atomic<std::uint32_t>* restraints, std::function<std::string()> why_broken);
  // `await` calls what it gets once all calls of durable objects that were sent until now are
  // answered. Set before there are such calls.
  using await_answers = std::function<void(std::function<void()>)>;
  void set_await_durable(await_answers await) { await_durable_ = std::move(await); }
  // Such calls are going to be made.
  void hold_for_durable() { would_hold_.store(&would_hold_for_durable, std::memory_order_relaxed); }

  // False: there is no such process, or a limit was hit. If a limit stops a result, its receiver
  // gets an error. Flushes stdout first, so that output appears before that of the receiver.
  bool send(mmps::message_header& header, std::span<const std::byte> body) {
    prepare();
    return transmit(header, body, nullptr);
  }
  // The same, of a short message to that object or process.
  bool send(const mmps::mmps_name& to, const mmps::shm::compact_header& header,
            std::span<const std::byte> body) {
    prepare();
    return note_short(endpoint_.send(to, header, body), to, header, body);
  }
  // The same, of a result. It leaves when each call of an object that was sent before would survive
  // the end of this process: the receiver of a result relies on the effects that led to it. The
  // link keeps the order of calls to the same process. Waits in this object, not in its caller.
  // If the session is broken, the receiver gets `session_lost` instead: the function may have seen
  // a call fail for that reason, and have gone on, while the receiver does not know yet.
  bool send_result(const mmps::mmps_name& to, const mmps::shm::compact_header& header,
                   std::span<const std::byte> body) {
    prepare();
    if (restraints_.load(std::memory_order_relaxed) != 0) [[unlikely]]
      return send_restrained(header.whole({}, to, static_cast<std::uint32_t>(body.size())), body);
    if (endpoint_.has_network()) [[unlikely]]
      return send_result_with_network(to, header, body);
    return note_short(endpoint_.send_without_network(to, header, body), to, header, body);
  }
  bool send_result(mmps::message_header& header, std::span<const std::byte> body,
                   std::function<void()> when_out = nullptr) {
    if (must_not_leave(header))
      return send_session_lost(header, body, when_out ? &when_out : nullptr);
    if (hold(header, body, &when_out)) return true;
    return when_out ? send(header, body, std::move(when_out)) : send(header, body);
  }
  bool give_result(mmps::message_header& header, base::byte_buffer& body,
                   std::function<void()> when_out = nullptr,
                   std::vector<borrowed_bytes>&& lent = {});
  // A result would wait that goes to the process of `to`.
  [[nodiscard]] bool would_hold(const mmps::mmps_name& to) {
    return would_hold_.load(std::memory_order_relaxed)(*this, to);
  }
  // The same, or by the time when it is sent.
  [[nodiscard]] bool may_hold(const mmps::mmps_name& to) {
    return endpoint_.has_network() || would_hold(to);
  }
  // As in endpoint.
  [[noreturn]] void end_for_want_of_memory(const char* what) const {
    endpoint_.end_for_want_of_memory(what);
  }
  [[nodiscard]] std::string why_unreachable(const mmps::mmps_name& process) const {
    return endpoint_.why_unreachable(process);
  }
  // Calls `when_out` once the message would survive the end of this process, or nobody receives it;
  // not if it is not sent. A message that is kept for a token-matching unit which has ended counts
  // as sent: its next process gets it from here.
  bool send(mmps::message_header& header, std::span<const std::byte> body,
            std::function<void()> when_out) {
    prepare();
    return transmit(header, body, &when_out);
  }
  // As send() with a callback, of a record for the keeper of durable objects.
  bool send_record(mmps::message_header& header, std::span<const std::byte> body,
                   std::function<void()> when_out) {
    prepare();
    return note(endpoint_.send_record(header, body, &when_out), header, {}, &when_out);
  }
  // The same; takes over a large body and its lent bytes, to avoid copying where that is possible.
  bool give(mmps::message_header& header, base::byte_buffer& body) {
    if (body.size() < least_given) [[likely]]
      return send(header, body);
    return give_large(header, body, {}, nullptr);
  }
  bool give(mmps::message_header& header, base::byte_buffer& body, std::function<void()> when_out) {
    return give_large(header, body, {}, &when_out);
  }
  bool give(mmps::message_header& header, base::byte_buffer& body,
            std::vector<borrowed_bytes>&& lent) {
    return lent.empty() ? give(header, body) : give_large(header, body, std::move(lent), nullptr);
  }
  // Hint: a short message follows within some 50 ns; prefetches the memory for it.
  void expect_send(const mmps::mmps_name& to) const { endpoint_.expect_send(to); }
  // Before messages that are not counted: output appears before that of their receivers.
  void flush() { prepare(); }
  // Sends a question or an answer about the counts themselves, or a message that causes none.
  bool send_uncounted(mmps::message_header& header, std::span<const std::byte> body) {
    return endpoint_.send(header, body) == endpoint::sent::yes;
  }

  // What token-matching units have got, until they have settled it.
  [[nodiscard]] kept_tokens& kept() { return kept_; }
  // A message `keep` of a token-matching unit.
  void keep_for_ended(const mmps::message_header& header, std::span<const std::byte> body);
  [[nodiscard]] const kept_tokens& kept() const { return kept_; }
  // Sends to its destination what an ended token-matching unit had got (kept_tokens::take_over()).
  void send_again(kept_token&& message);

  // Uncounts a message that was sent and had no receiver.
  void take_back(const mmps::message_header& undelivered) {
    if (is_counted(undelivered)) sent_.take_one();
  }
  void count_received() { received_.add_one(); }
  [[nodiscard]] std::uint64_t sent() const { return sent_.sum(); }
  [[nodiscard]] std::uint64_t received() const { return received_.sum(); }

 private:
  // Bytes; copying less is cheaper than handing it over.
  static constexpr std::size_t least_given = 65536;

  bool give_large(mmps::message_header& header, base::byte_buffer& body,
                  std::vector<borrowed_bytes>&& lent, std::function<void()>* when_out);
  // A child of fork() shares the memory through which others are reached, and must not write there.
  void prepare() {
    end_if_forked();
    if (printed_) [[unlikely]]
      send_output();
    else if (__fpending(stdout) != 0) [[unlikely]]
      std::fflush(stdout);
  }
  void send_output();
  bool note_short(endpoint::sent result, const mmps::mmps_name& to,
                  const mmps::shm::compact_header& header, std::span<const std::byte> body) {
    if (result == endpoint::sent::yes) [[likely]] {
      sent_.add_one();
      return true;
    }
    mmps::message_header whole = header.whole({}, to, static_cast<std::uint32_t>(body.size()));
    return note(result, whole, body.first(whole.future_length), nullptr);
  }
  struct held_result;
  bool send_result_with_network(const mmps::mmps_name& to, const mmps::shm::compact_header& header,
                                std::span<const std::byte> body);
  // True: it took the result, and `when_out`.
  bool hold(const mmps::message_header& header, std::span<const std::byte> body,
            std::function<void()>* when_out);
  bool transmit(mmps::message_header& header, std::span<const std::byte> body,
                std::function<void()>* when_out) {
    if (kept_tokens::keeps(header)) [[unlikely]]
      return transmit_kept(header, body, when_out);
    return note(endpoint_.send(header, body, when_out), header, body.first(header.future_length),
                when_out);
  }
  bool transmit_kept(mmps::message_header& header, std::span<const std::byte> body,
                     std::function<void()>* when_out);
  bool note_kept(endpoint::sent result, mmps::message_header& header,
                 std::span<const std::byte> future, std::function<void()>* when_out);
  bool note(endpoint::sent result, mmps::message_header& header, std::span<const std::byte> future,
            std::function<void()>* when_out) {
    if (result == endpoint::sent::full) [[unlikely]]
      result = send_error(header, future, when_out);
    if (result != endpoint::sent::yes) return false;
    sent_.add_one();
    return true;
  }
  endpoint::sent send_error(mmps::message_header& header, std::span<const std::byte> future,
                            std::function<void()>* when_out);
  endpoint::sent send_error(mmps::message_header& header, std::span<const std::byte> future,
                            const std::exception_ptr& why, std::function<void()>* when_out);
  [[nodiscard]] bool must_not_leave(const mmps::message_header& header) const {
    return (restraints_.load(std::memory_order_relaxed) & broken) != 0 &&
           header.type == static_cast<std::uint8_t>(mmps::message_type::token);
  }
  static bool never_holds(outbox&, const mmps::mmps_name&) { return false; }
  static bool would_hold_for_calls(outbox& in, const mmps::mmps_name& to) {
    return in.endpoint_.await_calls(to, nullptr);
  }
  static bool would_hold_for_durable(outbox& in, const mmps::mmps_name& to) {
    return in.awaits_durable() || would_hold_for_calls(in, to);
  }
  static constexpr std::uint32_t broken = 1;
  [[nodiscard]] bool awaits_durable() const {
    return (restraints_.load(std::memory_order_relaxed) & ~broken) != 0;
  }
  bool send_restrained(mmps::message_header header, std::span<const std::byte> body);
  bool send_session_lost(mmps::message_header header, std::span<const std::byte> body,
                         std::function<void()>* when_out);

  endpoint& endpoint_;
  const mmps::mmps_name prints_;
  // A program without durable objects does not look whether their calls are answered.
  using hold_test = bool (*)(outbox& in, const mmps::mmps_name& to);
  std::atomic<hold_test> would_hold_;
  const std::atomic<std::uint32_t>& restraints_;
  const std::function<std::string()> why_broken_;
  kept_tokens kept_;
  await_answers await_durable_;
  std::optional<forwarded_output> printed_;
  base::sharded_counter sent_, received_;  // messages that cause activity
};

}  // namespace mentat::node
