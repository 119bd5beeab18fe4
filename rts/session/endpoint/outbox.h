// What leaves this process for others of its session. Counted, because the end of a program is
// found by counting messages (termination_detector.h). Thread-safety: all functions. Ownership: the
// endpoint outlives it.
#pragma once

#include <stdio_ext.h>

#include <cstdint>
#include <cstdio>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "mmps/base/byte_buffer.h"
#include "mmps/base/sharded_counter.h"
#include "mmps/wire/mentat_message.h"
#include "mmps/wire/message_type.h"
#include "rts/api/borrowed_bytes.h"
#include "rts/executor/last_words.h"
#include "rts/session/endpoint/endpoint.h"
#include "rts/session/endpoint/forwarded_output.h"

namespace mentat::node {

inline mmps::message_header header_for(mmps::message_type type, const mmps::mmps_name& to) {
  mmps::message_header header = mmps::blank_header;
  header.type = static_cast<std::uint8_t>(type);
  header.destination = to;
  return header;
}

class outbox {
 public:
  // `prints`: the process that is to print what this one prints, because it is on another host;
  // unbound: this one does.
  outbox(endpoint& through, const mmps::mmps_name& prints);

  // False: there is no such process, or a limit. A result that a limit stops is an error for who
  // waits for it. What this process has printed is to be seen before what the receiver prints.
  bool send(mmps::message_header& header, std::span<const std::byte> body) {
    prepare();
    return transmit(header, body, nullptr);
  }
  // The same, of a short message to that object or process.
  bool send(const mmps::mmps_name& to, const mmps::shm::compact_header& header,
            std::span<const std::byte> body) {
    prepare();
    const endpoint::sent result = endpoint_.send(to, header, body);
    if (result == endpoint::sent::yes) [[likely]] {
      sent_.add_one();
      return true;
    }
    mmps::message_header whole = header.whole({}, to, static_cast<std::uint32_t>(body.size()));
    return note(result, whole, body.first(whole.future_length), nullptr);
  }
  // As in endpoint.
  [[nodiscard]] std::string why_unreachable(const mmps::mmps_name& process) const {
    return endpoint_.why_unreachable(process);
  }
  // `when_out` is called once the message is safe from the end of this process; not if it is not
  // sent.
  bool send(mmps::message_header& header, std::span<const std::byte> body,
            std::function<void()> when_out) {
    prepare();
    return transmit(header, body, &when_out);
  }
  // The same; a large body, and what is lent to it, is taken, and not copied where that is
  // possible.
  bool give(mmps::message_header& header, base::byte_buffer& body) {
    if (body.size() < least_given) [[likely]]
      return send(header, body);
    return give_large(header, body, {}, nullptr);
  }
  bool give(mmps::message_header& header, base::byte_buffer& body,
            std::function<void()> when_out) {
    return give_large(header, body, {}, &when_out);
  }
  bool give(mmps::message_header& header, base::byte_buffer& body,
            std::vector<borrowed_bytes>&& lent) {
    return lent.empty() ? give(header, body) : give_large(header, body, std::move(lent), nullptr);
  }
  // A short message follows within some 50 ns: what it is written to comes meanwhile. A hint.
  void expect_send(const mmps::mmps_name& to) const { endpoint_.expect_send(to); }
  // A question or an answer about the counts themselves.
  bool send_uncounted(mmps::message_header& header, std::span<const std::byte> body) {
    return endpoint_.send(header, body) == endpoint::sent::yes;
  }

  // It was sent, and had no receiver.
  void take_back(const mmps::message_header& undelivered) {
    if (is_counted(undelivered)) sent_.take_one();
  }
  void count_received() { received_.add_one(); }
  [[nodiscard]] std::uint64_t sent() const { return sent_.sum(); }
  [[nodiscard]] std::uint64_t received() const { return received_.sum(); }

 private:
  static constexpr std::size_t least_given =
      65536;  // bytes; to copy less costs less than to hand it over

  bool give_large(mmps::message_header& header, base::byte_buffer& body,
                  std::vector<borrowed_bytes>&& lent, std::function<void()>* when_out);
  static bool is_counted(const mmps::message_header& header) {
    const auto type = static_cast<mmps::message_type>(header.type);
    return type != mmps::message_type::query && type != mmps::message_type::pong &&
           type != mmps::message_type::cancel && type != mmps::message_type::past;
  }
  // A child of fork() shares the memory through which others are reached, and must not write there.
  void prepare() {
    end_if_forked();
    if (printed_) [[unlikely]]
      send_output();
    else if (__fpending(stdout) != 0) [[unlikely]]
      std::fflush(stdout);
  }
  void send_output();
  bool transmit(mmps::message_header& header, std::span<const std::byte> body,
                std::function<void()>* when_out) {
    return note(endpoint_.send(header, body, when_out), header, body.first(header.future_length),
                when_out);
  }
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

  endpoint& endpoint_;
  const mmps::mmps_name prints_;
  std::optional<forwarded_output> printed_;
  base::sharded_counter sent_, received_;  // messages that make something happen
};

}  // namespace mentat::node
