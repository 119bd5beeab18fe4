#include "rts/node/outbox.h"

#include <stdio_ext.h>
#include <cstdio>
#include <exception>

#include "rts/core/error_token.h"
#include "rts/core/errors.h"

namespace mentat::node {
namespace {

constexpr std::size_t least_given = 65536;  // bytes; storage of shorter bodies is used again

}  // namespace

outbox::outbox(endpoint& through, const mmps::mmps_name& prints)
    : endpoint_(through), prints_(prints) {
  if (prints.bound()) printed_.emplace();
}

bool outbox::send(mmps::message_header& header, std::span<const std::byte> body,
                  std::function<void()> when_out) {
  flush_output();
  return transmit(header, body, when_out);
}

bool outbox::give(mmps::message_header& header, std::vector<std::byte>& body) {
  if (body.size() < least_given) return send(header, body);
  flush_output();
  const std::vector<std::byte> future(body.begin(), body.begin() + header.future_length);
  return note(endpoint_.give(header, std::move(body)), header, future, nullptr);
}

bool outbox::transmit(mmps::message_header& header, std::span<const std::byte> body,
                      const std::function<void()>& when_out) {
  return note(endpoint_.send(header, body, when_out), header, body.first(header.future_length),
              when_out);
}

// An error takes the place of the value; whoever the value was for is still named in the future.
bool outbox::note(endpoint::sent result, mmps::message_header& header,
                  std::span<const std::byte> future, const std::function<void()>& when_out) {
  if (result == endpoint::sent::full &&
      header.type == static_cast<std::uint8_t>(mmps::message_type::token)) {
    const auto why = std::make_exception_ptr(limit_error(
        {}, "limits.link_queue",
        "a result was not sent: its receiver does not receive, and too much waits for it"));
    header.flags |= mmps::flag::error;
    std::vector<std::byte> body(future.begin(), future.end());
    const std::vector<std::byte> error = error_to_bytes(why, {});
    body.insert(body.end(), error.begin(), error.end());
    result = endpoint_.send(header, body, when_out);
  }
  if (result == endpoint::sent::yes) sent_.fetch_add(1, std::memory_order_relaxed);
  return result == endpoint::sent::yes;
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
