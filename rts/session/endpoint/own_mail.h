// What a process sends to itself, where no ring does that: in the order in which it was sent. Who
// handles it before what others have sent has it in causal order. Thread-safety: none.
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
  // Gives what lies there by now to `handle`. True if there was any.
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
