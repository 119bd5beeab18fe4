// Arcs from calls that other processes execute: to a consumer elsewhere, handed on to the
// producer's process with the call or after it; those that are not handed on are served here.
#include <algorithm>
#include <utility>
#include <vector>

#include "mmps/wire/future_blob.h"
#include "rts/api/buffers_leaving.h"
#include "rts/core/error_token.h"
#include "rts/core/errors.h"
#include "rts/core/program_graph.h"
#include "rts/executor/execute.h"
#include "rts/session/calls/outgoing_calls.h"
#include "rts/session/calls/outgoing_parts.h"
#include "rts/session/custody/exported_arc.h"

namespace mentat::node {

using mmps::message_header;
using mmps::message_type;
using mmps::mmps_name;

namespace {

// Bytes of a future that every receiver takes; an arc has as many at every place.
constexpr std::size_t max_future =
    std::min<std::size_t>(mmps::max_future_bytes, mmps::max_future_arcs* mmps::future_arc_size);

}  // namespace

// An arc from the producer of an argument to the called object, or to the token-matching unit,
// which also gets the consumer's future.
class outgoing_calls::token_arc final : public exported_arc {
 public:
  token_arc(outgoing_calls& out, const message_header& token, std::span<const std::byte> future,
            const method_description& method, error_place place)
      : out_(out),
        token_(token),
        method_(method),
        place_(std::move(place)),
        future_(mmps::future_arc_size + future.size()) {
    mmps::future_arc written;
    written.destination = token.destination;
    written.tag = token.tag;
    written.class_hash = token.class_hash();
    written.function = token.function;
    written.argument = token.argument;
    written.argument_count = token.argument_count;
    written.depth = token.depth;
    written.future = future;
    mmps::write_arc(written, future_);
  }

  std::span<const std::byte> forward(const mmps_name&) override { return future_; }
  [[nodiscard]] const tag& consumer() const { return token_.tag; }
  [[nodiscard]] std::size_t argument() const { return token_.argument; }

 private:
  void serve(computation_instance& producer) override {
    base::byte_buffer body;
    std::vector<borrowed_bytes> lent;
    const auto consumers = std::span(future_).subspan(mmps::future_arc_size);
    token_.future_length = static_cast<std::uint32_t>(consumers.size());
    body.append(consumers);
    try {
      if (producer.result() == computation_instance::outcome::error)
        std::rethrow_exception(producer.error());
      const buffers_leaving shared(body, lent);
      method_.wire.write_as_argument(producer, token_.argument, body);
      if (body.size() + size_of(lent) > mmps::mentat_message::max_body)
        throw limit_error(place_, "fixed.message",
                          "an argument that goes to another process is longer than 1 GiB");
    } catch (...) {
      token_.flags = mmps::flag::error;
      body.resize(consumers.size());
      lent.clear();
      const auto error = error_to_bytes(std::current_exception(), place_);
      body.append(error);
    }
    // If the receiver has ended, the caller learns of it.
    out_.out_.give_result(token_, body, nullptr, std::move(lent));
  }

  outgoing_calls& out_;
  message_header token_;
  const method_description& method_;
  const error_place place_;
  std::vector<std::byte> future_;
};

// The arcs that the call has already, as a part of its future.
void outgoing_calls::forward_with(pending_call& sent, std::vector<std::byte>& future) {
  for (arc* at = sent.call->future.arcs(); at; at = at->next) {
    exported_arc* one = exported_arc::from(*at);
    if (!one) continue;
    const std::span<const std::byte> bytes = one->forward(sent.to);
    if (bytes.empty() || mmps::future_arc_size + future.size() + bytes.size() > max_future)
      continue;  // served from here
    future.insert(future.end(), bytes.begin(), bytes.end());
    one->batch = 0;
    sent.some_arcs = true;
  }
  if (sent.some_arcs) sent.call->note_arcs_handed_on();
}

// `future`: the consumer's, if the token-matching unit gets it with the tokens.
void outgoing_calls::draw_arcs(const mmps_name& to, const described& what, const tag& consumer,
                               std::span<const std::byte> future, const error_place& place,
                               const missing_arguments& missing) {
  message_header token = header_for(message_type::token, to);
  token.tag = consumer;
  what.put_into(token);
  for (const auto& one : missing.all()) {
    token.argument = one.number;
    draw_arc(*one.producer, *new token_arc(*this, token, future, *what.method, place), *runtime_);
    computation_instance& at = result_of(*one.producer);
    // Two references: that of the missing argument, and that of the pending call.
    if (at.sent_by()) forward_after(at, &at == one.producer && at.held_twice());
  }
}

// --- arcs of calls that were sent

void outgoing_calls::arcs_added(computation_instance& sent) { forward_after(sent, false); }

// `last`: the caller then releases the call.
void outgoing_calls::forward_after(computation_instance& sent, bool last) {
  runtime_->take_in_now();  // so that the arcs that have come by now are handed on, too
  std::vector<std::pair<std::uint16_t, std::vector<std::byte>>> messages;
  mmps_name to;
  bool abandons = false;
  pending_.with(sent.sent_under(), [&](pending_call& entry) {
    if (entry.call != &sent || !entry.takes_arcs) return;
    to = entry.to;
    for (arc* at = sent.future.arcs(); at; at = at->next) {
      exported_arc* one = exported_arc::from(*at);
      if (!one || one->batch != exported_arc::here || entry.messages == max_messages) continue;
      const std::span<const std::byte> future = one->forward(to);
      if (future.empty()) continue;
      one->batch = ++entry.messages;
      messages.emplace_back(entry.messages, std::vector(future.begin(), future.end()));
    }
    if (messages.empty()) return;
    entry.some_arcs = true;
    sent.note_arcs_handed_on();
    abandons = last && !wanted_here(sent);
    entry.abandoned = entry.abandoned || abandons;
  });
  if (messages.empty()) return;
  const message_header header = arcs_of(sent, to);
  for (const auto& [number, future] : messages)
    send_arcs(header, number, future,
              abandons && number == messages.back().first ? mmps::flag::abandoned : 0);
}

// Whether an arc leads to a consumer here, or was not handed on.
bool outgoing_calls::wanted_here(const computation_instance& sent) {
  for (arc* at = sent.future.arcs(); at; at = at->next) {
    const exported_arc* one = exported_arc::from(*at);
    if (!one || one->batch == exported_arc::here) return true;
  }
  return false;
}

void outgoing_calls::abandon(computation_instance& sent) {
  mmps_name to;
  std::uint16_t messages = 0;
  pending_.with(sent.sent_under(), [&](pending_call& entry) {
    if (entry.call != &sent || !entry.takes_arcs || entry.abandoned) return;
    if (wanted_here(sent)) return;
    entry.abandoned = true;
    to = entry.to;
    messages = entry.messages;
  });
  if (to.bound()) send_arcs(arcs_of(sent, to), messages, {}, mmps::flag::abandoned);
}

bool outgoing_calls::withdraw(computation_instance& sent, const std::exception_ptr& error) {
  if (sent.sent_by() != this) return false;
  mmps_name to;
  pending_.with(sent.sent_under(), [&](pending_call& entry) {
    if (entry.call != &sent || !entry.takes_arcs || entry.withdrawn) return;
    entry.withdrawn = true;
    to = entry.to;
  });
  if (!to.bound()) return false;
  const std::vector<std::byte> bytes = error_to_bytes(error, {"", "", runtime_->host()});
  const auto ask = [&](const mmps_name& whom) {
    message_header header = header_for(message_type::withdraw, whom);
    header.tag = tag_of(sent);
    return out_.send(header, bytes);
  };
  if (!to.is_process()) return ask(to);
  for (const mmps_name& process : members_.executing()) ask(process);
  return true;
}

bool outgoing_calls::withdraw_one(const call_test& is_wanted, const std::exception_ptr& error) {
  computation_instance* found = nullptr;
  pending_.visit([&](const tag&, const pending_call& entry) {
    if (!found && !entry.to.is_process() && !entry.withdrawn && is_wanted(*entry.call))
      found = entry.call;
  });
  return found && withdraw(*found, error ? error : error_of_lost_wait(*found, *runtime_));
}

bool outgoing_calls::withdraw_sent(const call_test& is_wanted, const std::exception_ptr& error) {
  if (withdraw_one(is_wanted, error)) return true;
  computation_instance* unit = nullptr;
  pending_.visit([&](const tag&, const pending_call& entry) {
    if (entry.to.is_process() && entry.takes_arcs && is_wanted(*entry.call)) unit = entry.call;
  });
  return unit &&
         (withdraw_maker(*unit, [](const auto&) { return false; }) || withdraw(*unit, error));
}

std::optional<outgoing_calls::far_consumer> outgoing_calls::consumer_of(arc& one) {
  const auto* token = dynamic_cast<token_arc*>(exported_arc::from(one));
  if (!token) return std::nullopt;
  return far_consumer{token->consumer(), token->argument()};
}

bool outgoing_calls::is_argument(const computation_instance& maker, const tag& of_consumer) {
  for (arc* at = maker.future.arcs(); at; at = at->next)
    if (const auto* one = dynamic_cast<token_arc*>(exported_arc::from(*at)))
      if (one->consumer() == of_consumer) return true;
  return false;
}

// A call of a regular class may wait for an argument in turn.
bool outgoing_calls::withdraw_maker(const computation_instance& wanted,
                                    const call_test& is_awaited) {
  if (wanted.sent_by() != this)
    return withdraw_one([&](const auto& one) { return one.future.arcs() && !is_awaited(one); },
                        nullptr);
  std::vector<const computation_instance*> consumers{&wanted};
  while (!consumers.empty()) {
    const computation_instance& one = *consumers.back();
    consumers.pop_back();
    const tag consumer = one.target() ? tag_of(one) : tag_of_unit(one.lineage(), tag_of(one));
    const auto is_maker = [&](const computation_instance& maker) {
      return is_argument(maker, consumer) && !is_awaited(maker);
    };
    if (runtime_->withdraw_one(is_maker, nullptr) || withdraw_one(is_maker, nullptr)) return true;
    pending_.visit([&](const tag&, const pending_call& unit) {
      if (unit.to.is_process() && is_argument(*unit.call, consumer)) consumers.push_back(unit.call);
    });
  }
  return false;
}

// The token-matching unit may hear of the arcs before it hears of the call.
message_header outgoing_calls::arcs_of(const computation_instance& sent,
                                       const mmps_name& to) const {
  message_header header = header_for(message_type::arcs, to);
  header.tag = pending_.tag_of(sent.sent_under());
  if (!is_token_matching_unit(to)) return header;
  header.tag = tag_of_unit(sent.lineage(), header.tag);
  described(sent).put_into(header);
  return header;
}

void outgoing_calls::send_arcs(message_header header, std::uint16_t number,
                               std::span<const std::byte> future, std::uint16_t flags) {
  header.set_arcs_number(number);
  header.flags = flags;
  header.future_length = static_cast<std::uint32_t>(future.size());
  out_.send(header, future);
}

// The executing process has sent the result along the arcs that it knew. True if it knew all arcs.
bool outgoing_calls::note_delivered(const pending_call& answered, std::uint16_t included) const {
  const bool believes_all = bug_ == base::seeded_bug::all_arcs_believed_served;
  bool all = true;
  for (arc* at = answered.call->future.arcs(); at; at = at->next) {
    exported_arc* one = exported_arc::from(*at);
    const bool delivered =
        one && one->batch != exported_arc::here && (one->batch <= int{included} || believes_all);
    if (one) one->delivered = delivered;
    all = all && delivered;
  }
  return all;
}

}  // namespace mentat::node
