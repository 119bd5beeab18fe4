#include "rts/session/endpoint/outbox.h"

#include <exception>

#include "rts/core/error_token.h"
#include "rts/core/errors.h"

namespace mentat::node {

outbox::outbox(endpoint& through, const mmps::mmps_name& prints)
    : endpoint_(through), prints_(prints) {
  if (prints.bound()) printed_.emplace();
}

bool outbox::give_large(mmps::message_header& header, base::byte_buffer& body,
                        std::vector<borrowed_bytes>&& lent, std::function<void()>* when_out) {
  prepare();
  const std::vector<std::byte> future(body.begin(), body.begin() + header.future_length);
  return note(endpoint_.give(header, std::move(body), std::move(lent), when_out), header, future,
              when_out);
}

// A result that a limit has stopped becomes an error for its receivers, which the future still
// names.
endpoint::sent outbox::send_error(mmps::message_header& header, std::span<const std::byte> future,
                                  std::function<void()>* when_out) {
  if (header.type != static_cast<std::uint8_t>(mmps::message_type::token))
    return endpoint::sent::full;
  const auto why = std::make_exception_ptr(limit_error(
      {}, "fixed.link_queue",
      "a result was not sent: its receiver does not receive, and too much waits for it"));
  header.flags |= mmps::flag::error;
  std::vector<std::byte> body(future.begin(), future.end());
  const std::vector<std::byte> error = error_to_bytes(why, {});
  body.insert(body.end(), error.begin(), error.end());
  return endpoint_.send(header, body, when_out);
}

void outbox::send_output() {
  for (auto text = printed_->take(); !text.empty(); text = printed_->take()) {
    mmps::message_header header = header_for(mmps::message_type::output, prints_);
    transmit(header, text, nullptr);
  }
}

}  // namespace mentat::node
