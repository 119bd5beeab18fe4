#include "rts/node/outbox.h"

#include <stdio_ext.h>
#include <cstdio>

namespace mentat::node {

bool outbox::send(mmps::message_header& header, std::span<const std::byte> body,
                  std::function<void()> when_out) {
  if (__fpending(stdout) != 0) std::fflush(stdout);
  const bool there = endpoint_.send(header, body, std::move(when_out)) == endpoint::sent::yes;
  if (there) sent_.fetch_add(1, std::memory_order_relaxed);
  return there;
}

}  // namespace mentat::node
