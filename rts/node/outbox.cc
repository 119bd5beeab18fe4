#include "rts/node/outbox.h"

#include <stdio_ext.h>
#include <cstdio>

namespace mentat::node {

outbox::outbox(endpoint& through, const mmps::mmps_name& driver)
    : endpoint_(through), driver_(driver) {
  if (driver.bound()) printed_.emplace();
}

bool outbox::send(mmps::message_header& header, std::span<const std::byte> body,
                  std::function<void()> when_out) {
  flush_output();
  return count_and_send(header, body, std::move(when_out));
}

void outbox::flush_output() {
  if (!printed_) {
    if (__fpending(stdout) != 0) std::fflush(stdout);
    return;
  }
  for (auto text = printed_->take(); !text.empty(); text = printed_->take()) {
    mmps::message_header header = header_for(mmps::message_type::output, driver_);
    count_and_send(header, text, nullptr);
  }
}

bool outbox::count_and_send(mmps::message_header& header, std::span<const std::byte> body,
                            std::function<void()> when_out) {
  const bool there = endpoint_.send(header, body, std::move(when_out)) == endpoint::sent::yes;
  if (there) sent_.fetch_add(1, std::memory_order_relaxed);
  return there;
}

}  // namespace mentat::node
