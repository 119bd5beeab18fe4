#include "rts/node/outbox.h"

#include <stdio_ext.h>
#include <cstdio>

namespace mentat::node {

outbox::outbox(endpoint& through, const mmps::mmps_name& prints) : endpoint_(through), prints_(prints) {
  if (prints.bound()) printed_.emplace();
}

bool outbox::send(mmps::message_header& header, std::span<const std::byte> body, std::function<void()> when_out) {
  flush_output();
  return transmit(header, body, std::move(when_out));
}

bool outbox::transmit(mmps::message_header& header, std::span<const std::byte> body, std::function<void()> when_out) {
  const bool there = endpoint_.send(header, body, std::move(when_out)) == endpoint::sent::yes;
  if (there) sent_.fetch_add(1, std::memory_order_relaxed);
  return there;
}

void outbox::flush_output() {
  if (!printed_) {
    if (__fpending(stdout) != 0) std::fflush(stdout);
    return;
  }
  for (auto text = printed_->take(); !text.empty(); text = printed_->take()) {
    mmps::message_header header = header_for(mmps::message_type::output, prints_);
    transmit(header, text, nullptr);
  }
}

}  // namespace mentat::node
