// The queue of messages from a process to itself, where no ring carries them: in order of sending.
// Handling it before the messages of others keeps causal order. Thread-safety: none.
#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <utility>

#include "mmps/wire/mentat_message.h"

namespace mentat::node {

class own_mail {
 public:
  void put(const mmps::message_header& header, std::span<const std::byte> body) {
    mmps::mentat_message message(body);
    const std::uint32_t length = message.header.body_length;
    message.header = header;
    message.header.body_length = length;
    messages_.push_back(std::move(message));
  }
  [[nodiscard]] bool empty() const { return messages_.empty(); }
  // Passes the messages queued by now to `handle`. True if there was any.
  template <class Handler>
  bool receive(const Handler& handle) {
    const std::size_t most = messages_.size();
    for (std::size_t i = 0; i < most; ++i) {
      const mmps::mentat_message one = std::move(messages_.front());
      messages_.pop_front();
      handle(one.header, one.body());
    }
    return most != 0;
  }

 private:
  std::deque<mmps::mentat_message> messages_;
};

}  // namespace mentat::node
