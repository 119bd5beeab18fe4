// What leaves this process for others of its session. Counted, because the end of a program is
// found by counting messages (quiet_check.h). Thread-safety: all functions. Ownership: the endpoint
// outlives it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>

#include "mmps/wire/mentat_message.h"
#include "mmps/wire/message_type.h"
#include "rts/node/endpoint.h"
#include "rts/node/far_output.h"

namespace mentat::node {

inline mmps::message_header header_for(mmps::message_type type, const mmps::mmps_name& to) {
  mmps::message_header header;
  header.type = static_cast<std::uint8_t>(type);
  header.destination = to;
  return header;
}

class outbox {
 public:
  // `prints`: the process that is to print what this one prints, because it is on another host; unbound: this one does.
  outbox(endpoint& through, const mmps::mmps_name& prints);

  // False: there is no such process. What this process has printed is to be seen before what the
  // receiver prints.
  bool send(mmps::message_header& header, std::span<const std::byte> body,
            std::function<void()> when_out = nullptr);
  // A question or an answer about the counts themselves.
  bool send_uncounted(mmps::message_header& header, std::span<const std::byte> body) {
    return endpoint_.send(header, body) == endpoint::sent::yes;
  }

  void count_received() { received_.fetch_add(1, std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t sent() const { return sent_.load(); }
  [[nodiscard]] std::uint64_t received() const { return received_.load(); }

 private:
  void flush_output();
  bool transmit(mmps::message_header& header, std::span<const std::byte> body, std::function<void()> when_out);

  endpoint& endpoint_;
  const mmps::mmps_name prints_;
  std::optional<far_output> printed_;
  std::atomic<std::uint64_t> sent_{0}, received_{0};  // messages that make something happen
};

}  // namespace mentat::node
