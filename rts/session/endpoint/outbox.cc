#include "rts/session/endpoint/outbox.h"

#include <atomic>
#include <exception>

#include "mmps/base/arrived_blocks.h"
#include "rts/core/error_token.h"
#include "rts/core/errors.h"
#include "rts/session/endpoint/lent_blocks.h"

namespace mentat::node {

namespace {

const std::atomic<std::uint32_t> none{0};

}  // namespace

// Deletes itself once it is sent.
struct outbox::held_result {
  outbox& in;
  mmps::message_header header;
  std::vector<std::byte> body;
  std::function<void()> when_out;
  std::atomic<std::size_t> awaited{1};  // its maker's

  // Counted as sent all the time, so that the session is not quiet meanwhile.
  void note_out() {
    if (awaited.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    in.prepare();
    const bool is_sent = in.transmit(header, body, when_out ? &when_out : nullptr);
    in.sent_.take_one();
    in.endpoint_.let_close();
    if (!is_sent && when_out) when_out();  // gone: nobody waits any more
    delete this;
  }
};

outbox::outbox(endpoint& through, const mmps::mmps_name& prints, bool holds_results,
               const std::atomic<std::uint32_t>* restraints,
               std::function<std::string()> why_broken)
    : endpoint_(through),
      prints_(prints),
      would_hold_(holds_results ? &would_hold_for_calls : &never_holds),
      restraints_(restraints ? *restraints : none),
      why_broken_(std::move(why_broken)) {
  if (prints.bound()) printed_.emplace();
}

bool outbox::give_result(mmps::message_header& header, base::byte_buffer& body,
                         std::function<void()> when_out, std::vector<borrowed_bytes>&& lent) {
  if (must_not_leave(header))
    return send_session_lost(header, body, when_out ? &when_out : nullptr);
  if (!lent.empty() && would_hold(header.destination)) body = in_one(body, std::exchange(lent, {}));
  if (lent.empty() && hold(header, body, &when_out)) return true;
  if (!lent.empty())
    return give_large(header, body, std::move(lent), when_out ? &when_out : nullptr);
  return when_out ? give(header, body, std::move(when_out)) : give(header, body);
}

bool outbox::give_large(mmps::message_header& header, base::byte_buffer& body,
                        std::vector<borrowed_bytes>&& lent, std::function<void()>* when_out) {
  prepare();
  const std::vector<std::byte> future(body.begin(), body.begin() + header.future_length);
  if (kept_tokens::keeps(header)) {
    kept_.keep(header, body, lent);
    return note_kept(endpoint_.give(header, std::move(body), std::move(lent), when_out), header,
                     future, when_out);
  }
  return note(endpoint_.give(header, std::move(body), std::move(lent), when_out), header, future,
              when_out);
}

bool outbox::transmit_kept(mmps::message_header& header, std::span<const std::byte> body,
                           std::function<void()>* when_out) {
  kept_.keep(header, body, {});
  return note_kept(endpoint_.send(header, body, when_out), header, body.first(header.future_length),
                   when_out);
}

// If the unit has ended, or cannot be reached, so that its supervisor ends it, the one that takes
// its place gets the message (send_again()).
bool outbox::note_kept(endpoint::sent result, mmps::message_header& header,
                       std::span<const std::byte> future, std::function<void()>* when_out) {
  if (result != endpoint::sent::gone || endpoint_.is_cut_off_from(header.destination))
    return note(result, header, future, when_out);
  if (when_out && *when_out) (*when_out)();
  return true;
}

void outbox::keep_for_ended(const mmps::message_header& header, std::span<const std::byte> body) {
  mmps::message_header kept = header;
  kept.type = static_cast<std::uint8_t>(mmps::message_type::token);
  kept.source = header.destination;
  kept.destination = header.source;
  kept_.keep(kept, body, lend(base::arrived_blocks::in(body)));
}

void outbox::send_again(kept_token&& message) {
  prepare();
  mmps::message_header& header = message.header;
  const std::vector<std::byte> future(message.body.begin(),
                                      message.body.begin() + header.future_length);
  note(endpoint_.give(header, std::move(message.body), std::move(message.lent), nullptr), header,
       future, nullptr);
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
  return send_error(header, future, why, when_out);
}

endpoint::sent outbox::send_error(mmps::message_header& header, std::span<const std::byte> future,
                                  const std::exception_ptr& why, std::function<void()>* when_out) {
  header.flags = static_cast<std::uint16_t>((header.flags | mmps::flag::error) &
                                            ~(mmps::flag::no_value | mmps::flag::swapped));
  std::vector<std::byte> body(future.begin(), future.end());
  const std::vector<std::byte> error = error_to_bytes(why, {});
  body.insert(body.end(), error.begin(), error.end());
  return endpoint_.send(header, body, when_out);
}

bool outbox::send_session_lost(mmps::message_header header, std::span<const std::byte> body,
                               std::function<void()>* when_out) {
  const auto future = body.first(header.future_length);
  const auto why = std::make_exception_ptr(
      remote_error({}, "mentat::session_lost",
                   why_broken_() + "; values that were not computed yet are lost: run the "
                                   "program again"));
  return note(send_error(header, future, why, when_out), header, future, when_out);
}

bool outbox::send_restrained(mmps::message_header header, std::span<const std::byte> body) {
  if (must_not_leave(header)) return send_session_lost(header, body, nullptr);
  if (hold(header, body, nullptr)) return true;
  return send(header, body);
}

bool outbox::send_result_with_network(const mmps::mmps_name& to,
                                      const mmps::shm::compact_header& header,
                                      std::span<const std::byte> body) {
  // The last call to wait for may be acknowledged in between.
  if (would_hold(to) &&
      hold(header.whole({}, to, static_cast<std::uint32_t>(body.size())), body, nullptr))
    return true;
  return note_short(endpoint_.send(to, header, body), to, header, body);
}

bool outbox::hold(const mmps::message_header& header, std::span<const std::byte> body,
                  std::function<void()>* when_out) {
  if (!would_hold(header.destination)) return false;
  auto* const held = new held_result{*this, header, {body.begin(), body.end()}, {}};
  if (when_out) held->when_out = std::move(*when_out);
  sent_.add_one();
  endpoint_.keep_open();
  const auto make = [held]() -> std::function<void()> {
    held->awaited.fetch_add(1, std::memory_order_relaxed);
    return [held] { held->note_out(); };
  };
  const endpoint::callback_maker maker(make);
  endpoint_.await_calls(header.destination, &maker);
  if (awaits_durable()) await_durable_(make());
  held->note_out();
  return true;
}

void outbox::send_output() {
  for (auto text = printed_->take(); !text.empty(); text = printed_->take()) {
    mmps::message_header header = header_for(mmps::message_type::output, prints_);
    transmit(header, text, nullptr);
  }
}

}  // namespace mentat::node
