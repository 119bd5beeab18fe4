#include "rts/session/calls/outgoing_calls.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "mmps/wire/future_blob.h"
#include "mmps/wire/little_endian.h"
#include "rts/api/call.h"
#include "rts/core/error_token.h"
#include "rts/core/program_graph.h"
#include "rts/executor/execute.h"
#include "rts/session/calls/received_error.h"
#include "rts/session/calls/wire_call.h"
#include "rts/session/custody/exported_arc.h"

namespace mentat::node {
namespace {

using mmps::message_header;
using mmps::message_type;
using mmps::mmps_name;
using mmps::shm::compact_header;

// Bytes of a future that everybody takes; an arc has as many wherever it lies.
constexpr std::size_t max_future =
    std::min<std::size_t>(mmps::max_future_bytes, mmps::max_future_arcs* mmps::future_arc_size);

}  // namespace

outgoing_calls::outgoing_calls(const mmps_name& self, outbox& out, const members& others,
                               const base::clock& clock, base::seeded_bug bug)
    : self_(self), out_(out), members_(others), pending_(mark_of(self), clock), bug_(bug) {}

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

  std::span<const std::byte> forward() override { return future_; }

 private:
  void serve(computation_instance& producer) override {
    base::byte_buffer body;
    const auto consumers = std::span(future_).subspan(mmps::future_arc_size);
    token_.future_length = static_cast<std::uint32_t>(consumers.size());
    body.append(consumers);
    try {
      if (producer.result() == computation_instance::outcome::error)
        std::rethrow_exception(producer.error());
      method_.wire.write_as_argument(producer, token_.argument, body);
      if (body.size() > mmps::mentat_message::max_body)
        throw limit_error(place_, "fixed.message",
                          "an argument that goes to another process is longer than 1 GiB");
    } catch (...) {
      token_.flags = mmps::flag::error;
      body.resize(consumers.size());
      const auto error = error_to_bytes(std::current_exception(), place_);
      body.append(error);
    }
    out_.out_.give(token_, body);  // if the receiver has ended, the caller learns of it
  }

  outgoing_calls& out_;
  message_header token_;
  const method_description& method_;
  const error_place place_;
  std::vector<std::byte> future_;
};

// The arguments of a partial call that are not there, each with a reference on its producer.
class outgoing_calls::missing_arguments {
 public:
  struct one {
    computation_instance* producer;
    std::uint16_t number;
  };

  missing_arguments(computation_instance& call, const method_description* method) {
    if (!call.is_partial()) return;
    for (std::uint16_t i = 0; i < method->arity; ++i)
      if (computation_instance* producer = call.take_producer(i)) {
        all_.push_back({producer, i});
        bits_ |= std::uint64_t{1} << i;
      }
  }
  missing_arguments(const missing_arguments&) = delete;
  missing_arguments& operator=(const missing_arguments&) = delete;
  ~missing_arguments() {
    for (const one& each : all_) each.producer->release();
  }

  [[nodiscard]] bool none() const { return all_.empty(); }
  [[nodiscard]] bool has(std::size_t argument) const { return (bits_ >> argument & 1) != 0; }
  [[nodiscard]] std::uint64_t bits() const { return bits_; }
  [[nodiscard]] const std::vector<one>& all() const { return all_; }

 private:
  std::vector<one> all_;
  std::uint64_t bits_ = 0;  // one for each argument
};

namespace {

// Of a body that begins with room for another one.
void replace_future(std::span<const std::byte> future, std::size_t room, base::byte_buffer& body,
                    std::vector<borrowed_bytes>& lent) {
  const std::size_t more = future.size() - room, rest = body.size() - room;
  body.resize(body.size() + more);
  std::memmove(body.data() + future.size(), body.data() + room, rest);
  std::ranges::copy(future, body.begin());
  for (borrowed_bytes& one : lent) one.at += more;
}

}  // namespace

// The description of a call in a message.
struct outgoing_calls::described {
  explicit described(const computation_instance& call) {
    const class_info& of_class = *call.of_class();
    const found_function found = function_of(of_class, call.function());
    method = found.method;
    class_hash = of_class.description->interface_hash;
    function = found.place;
    argument_count = method ? static_cast<std::uint16_t>(method->arity) : 0;
    depth = static_cast<std::uint16_t>(std::min<std::uint32_t>(call.depth(), UINT16_MAX));
  }
  void put_into(message_header& header) const {
    header.set_class_hash(class_hash);
    header.function = function;
    header.argument_count = argument_count;
    header.depth = depth;
  }

  const method_description* method;  // null if it ends an object
  std::uint64_t class_hash;
  std::uint16_t function, argument_count, depth;
};

void outgoing_calls::send_to_object(const mmps_name& object, computation_instance& call,
                                    bool unshared) {
  const std::uint16_t flags = call.lineage() != 0 ? mmps::flag::replayable : 0;
  const tag of{call.lineage(), call.caller()};
  if (call.is_partial() || members_.broken()) [[unlikely]]
    return send(object, of, flags, call);
  const described what(call);
  base::byte_buffer body;
  body.resize(mmps::brief_future_size);  // the future, which is known below
  std::vector<borrowed_bytes> lent;
  if (!write_arguments(call, what.method, nullptr, body, lent)) [[unlikely]]
    return;
  std::vector<std::byte> more_arcs;
  const std::uint64_t under = note_pending(call, object, what.method, unshared, more_arcs);
  if (!more_arcs.empty() || !lent.empty() || body.size() > compact_header::max_body) [[unlikely]] {
    transmit_exec(object, of, flags, what, pending_.tag_of(under), more_arcs, body,
                  std::move(lent));
    return;
  }
  out_.expect_send(object);
  mmps::put_little_endian(body.data(), under);
  const compact_header header =
      compact_header::of(compact_header::parts{.type = message_type::exec,
                                               .flags = flags,
                                               .function = what.function,
                                               .depth = what.depth,
                                               .argument_count = what.argument_count,
                                               .future_length = mmps::brief_future_size,
                                               .destination = object,
                                               .class_hash = what.class_hash,
                                               .tag = of});
  // A session that broke before the call was noted has not failed it.
  if (members_.broken() || !out_.send(object, header, body)) [[unlikely]]
    lose(pending_.tag_of(under), object);
}

void outgoing_calls::send_to_matching(computation_instance& call) {
  const mmps_name unit = token_matching_unit_of(self_);
  if (call.is_partial()) return send_tokens(unit, call);
  send(unit, {call.lineage(), 0}, 0, call);  // the rest of the tag follows
}

// Sends a unit to the token-matching unit, or a partial call to an object; if the receiver ends, no
// answer will come.
void outgoing_calls::send(const mmps_name& to, const tag& of, std::uint16_t flags,
                          computation_instance& call) {
  if (members_.broken()) return fail_call(call, session_lost(call));
  const bool to_unit = to.is_process();
  const described what(call);
  base::byte_buffer body;
  // The future, which is known below.
  body.resize(to_unit ? mmps::future_arc_size : mmps::brief_future_size);
  std::vector<borrowed_bytes> lent;
  const missing_arguments missing(call, what.method);
  if (!write_arguments(call, what.method, &missing, body, lent)) return;
  if (to_unit) call.drop_arguments();  // the token-matching unit has them now
  std::unique_ptr<const error_place> place;
  if (!missing.none()) place = std::make_unique<error_place>(place_of(call, *runtime_));
  if (call.is_partial()) flags |= mmps::flag::partial;
  std::vector<std::byte> more_arcs;
  const tag under = pending_.tag_of(note_pending(call, to, what.method, false, more_arcs));
  const tag named = to_unit ? tag_of_unit(of[0], under) : of;
  if (transmit_exec(to, named, flags, what, under, more_arcs, body, std::move(lent)) && place)
    draw_arcs(to, what, under, {}, *place, missing);
}

// False: they cannot be written, and the call has failed. `missing`: of a partial call.
bool outgoing_calls::write_arguments(computation_instance& call, const method_description* method,
                                     const missing_arguments* missing, base::byte_buffer& body,
                                     std::vector<borrowed_bytes>& lent) {
  try {
    if (call.is_partial())
      write_present(call, *method, *missing, body);
    else if (method)
      method->wire.write_arguments(call, body, &lent);
    if (body.size() + size_of(lent) > mmps::mentat_message::max_body - mmps::max_future_bytes)
      throw limit_error(place_of(call, *runtime_), "fixed.message",
                        "the arguments of a call to another process are longer than 1 GiB");
    return true;
  } catch (...) {
    fail_call(call, describe_exception(place_of(call, *runtime_)));
    return false;
  }
}

// From here on a thread that learns of the receiver's end may end the call.
std::uint64_t outgoing_calls::note_pending(computation_instance& call, const mmps_name& to,
                                           const method_description* method, bool unshared,
                                           std::vector<std::byte>& more_arcs) {
  return pending_.add_as([&](pending_call& noted, std::uint64_t under) {
    noted.call = &call;
    noted.method = method;
    noted.to = to;
    noted.partial = call.is_partial();
    noted.takes_arcs = true;
    if (unshared) [[likely]]  // it has no arcs, and gets none meanwhile
      return call.note_sent_unshared(*this, under);
    call.note_sent(*this, under);
    if (call.future.arcs()) hand_on_with(noted, more_arcs);
  });
}

// With a whole header.
bool outgoing_calls::transmit_exec(const mmps_name& to, const tag& of, std::uint16_t flags,
                                   const described& what, const tag& under,
                                   std::span<const std::byte> more_arcs, base::byte_buffer& body,
                                   std::vector<borrowed_bytes>&& lent) {
  message_header header = header_for(message_type::exec, to);
  what.put_into(header);
  header.flags = flags;
  header.tag = of;
  write_future(header, under, more_arcs, body, lent);
  return transmit(header, under, to, body, std::move(lent));
}

// Where there is room for the usual one: brief for a call of an object, in full for a unit.
void outgoing_calls::write_future(message_header& header, const tag& under,
                                  std::span<const std::byte> more_arcs, base::byte_buffer& body,
                                  std::vector<borrowed_bytes>& lent) const {
  const bool to_unit = header.destination.is_process();
  if (!to_unit && more_arcs.empty()) {
    mmps::put_little_endian(body.data(), under[0]);
    header.future_length = mmps::brief_future_size;
    return;
  }
  std::vector<std::byte> future(mmps::future_arc_size);
  mmps::write_arc(mmps::arc_to_caller(self_, under), future);
  future.insert(future.end(), more_arcs.begin(), more_arcs.end());
  header.future_length = static_cast<std::uint32_t>(future.size());
  replace_future(future, to_unit ? mmps::future_arc_size : mmps::brief_future_size, body, lent);
}

// Writes the present arguments after a word that has a bit for each missing one.
void outgoing_calls::write_present(computation_instance& call, const method_description& method,
                                   const missing_arguments& missing,
                                   base::byte_buffer& behind) {
  behind.resize(behind.size() + sizeof missing.bits());
  mmps::put_little_endian(behind.data() + behind.size() - sizeof missing.bits(), missing.bits());
  for (std::size_t i = 0; i < method.arity; ++i)
    if (!missing.has(i)) method.wire.write_argument(call, i, behind);
}

// Sends a partial call of a regular class: each present argument as a token, each missing one as an
// arc from its producer to the same place.
void outgoing_calls::send_tokens(const mmps_name& unit, computation_instance& call) {
  if (members_.broken()) return fail_call(call, session_lost(call));
  const described what(call);
  const method_description& method = *what.method;
  const missing_arguments missing(call, &method);
  std::vector<base::byte_buffer> bodies(method.arity);
  const error_place place = place_of(call, *runtime_);
  try {
    for (std::size_t i = 0; i < method.arity; ++i) {
      if (missing.has(i)) continue;
      bodies[i].resize(mmps::future_arc_size);
      method.wire.write_argument(call, i, bodies[i]);
      if (bodies[i].size() > mmps::mentat_message::max_body)
        throw limit_error(place, "fixed.message",
                          "an argument that goes to another process is longer than 1 GiB");
    }
  } catch (...) {
    return fail_call(call, describe_exception(place));
  }
  call.drop_arguments();
  const lineage of = call.lineage();
  const tag under =
      pending_.tag_of(pending_.add_as([&](pending_call& noted, std::uint64_t first_half) {
        noted.call = &call;
        noted.method = &method;
        noted.to = unit;
        noted.partial = noted.takes_arcs = true;
        call.note_sent(*this, first_half);
      }));
  message_header token = header_for(message_type::token, unit);
  what.put_into(token);
  token.tag = tag_of_unit(of, under);
  std::array<std::byte, mmps::future_arc_size> future;
  mmps::write_arc(mmps::arc_to_caller(self_, under), future);
  if (members_.broken()) return lose(under, unit);
  token.future_length = mmps::future_arc_size;
  for (std::uint16_t i = 0; i < bodies.size(); ++i) {
    if (missing.has(i)) continue;
    token.argument = i;
    std::ranges::copy(future, bodies[i].begin());
    if (!transmit(token, under, unit, bodies[i])) return;
  }
  draw_arcs(unit, what, token.tag, future, place, missing);
}

// The arcs that the call has already, as a part of its future.
void outgoing_calls::hand_on_with(pending_call& sent, std::vector<std::byte>& future) {
  for (arc* at = sent.call->future.arcs(); at; at = at->next) {
    exported_arc* one = exported_arc::from(*at);
    if (!one) continue;
    const std::span<const std::byte> bytes = one->forward();
    if (bytes.empty() || mmps::future_arc_size + future.size() + bytes.size() > max_future)
      continue;  // served from here
    future.insert(future.end(), bytes.begin(), bytes.end());
    one->place = 0;
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
    if (at.sent_by()) hand_on_after(at, &at == one.producer && at.held_twice());
  }
}

bool outgoing_calls::transmit(message_header& header, const tag& under, const mmps_name& answers,
                              base::byte_buffer& body, std::vector<borrowed_bytes>&& lent) {
  // A session that broke before the call was noted has not failed it.
  if (!members_.broken() && out_.give(header, body, std::move(lent))) return true;
  lose(under, answers);
  return false;
}

void outgoing_calls::lose(const tag& under, const mmps_name& answers) {
  if (bug_ == base::seeded_bug::refused_calls_wait) return;
  const auto lost = pending_.take(under);
  if (!lost) return;
  const mmps_name receiver = answers.process();
  const std::string seen =
      members_.believes_alive(receiver) ? out_.why_unreachable(receiver) : std::string();
  call_lost(*lost, seen.empty() ? members_.cause_of_end(receiver)
                                : "its process cannot be reached: " + seen);
}

// --- arcs of calls that were sent

void outgoing_calls::arcs_added(computation_instance& sent) { hand_on_after(sent, false); }

// `last`: the caller then releases the call.
void outgoing_calls::hand_on_after(computation_instance& sent, bool last) {
  runtime_->take_in_now();  // so that the arcs that have come by now are handed on, too
  std::vector<std::pair<std::uint16_t, std::vector<std::byte>>> messages;
  mmps_name to;
  bool lets_go = false;
  pending_.with(sent.sent_under(), [&](pending_call& entry) {
    if (entry.call != &sent || !entry.takes_arcs) return;
    to = entry.to;
    for (arc* at = sent.future.arcs(); at; at = at->next) {
      exported_arc* one = exported_arc::from(*at);
      if (!one || one->place != exported_arc::here || entry.messages == max_messages) continue;
      const std::span<const std::byte> future = one->forward();
      if (future.empty()) continue;
      one->place = ++entry.messages;
      messages.emplace_back(entry.messages, std::vector(future.begin(), future.end()));
    }
    if (messages.empty()) return;
    entry.some_arcs = true;
    sent.note_arcs_handed_on();
    lets_go = last && !wanted_here(sent);
    entry.abandoned = entry.abandoned || lets_go;
  });
  if (messages.empty()) return;
  const message_header header = arcs_of(sent, to);
  for (const auto& [number, future] : messages)
    send_arcs(header, number, future,
              lets_go && number == messages.back().first ? mmps::flag::no_value : 0);
}

// Whether an arc leads to a consumer here, or was not handed on.
bool outgoing_calls::wanted_here(const computation_instance& sent) {
  for (arc* at = sent.future.arcs(); at; at = at->next) {
    const exported_arc* one = exported_arc::from(*at);
    if (!one || one->place == exported_arc::here) return true;
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
  if (to.bound()) send_arcs(arcs_of(sent, to), messages, {}, mmps::flag::no_value);
}

// The token-matching unit may hear of the arcs before it hears of the call.
message_header outgoing_calls::arcs_of(const computation_instance& sent,
                                       const mmps_name& to) const {
  message_header header = header_for(message_type::arcs, to);
  header.tag = pending_.tag_of(sent.sent_under());
  if (!to.is_process()) return header;
  header.tag = tag_of_unit(sent.lineage(), header.tag);
  described(sent).put_into(header);
  return header;
}

void outgoing_calls::send_arcs(message_header header, std::uint16_t number,
                               std::span<const std::byte> future, std::uint16_t flags) {
  header.depth = number;
  header.flags = flags;
  header.future_length = static_cast<std::uint32_t>(future.size());
  out_.send(header, future);
}

// The executing process has sent the result along the arcs that it knew. True if it knew all arcs.
bool outgoing_calls::note_served(const pending_call& answered, std::uint16_t depth) const {
  const bool believes_all = bug_ == base::seeded_bug::all_arcs_believed_served;
  bool all = true;
  for (arc* at = answered.call->future.arcs(); at; at = at->next) {
    exported_arc* one = exported_arc::from(*at);
    const bool served = one && one->place != exported_arc::here &&
                        (one->place <= int{depth} || believes_all);
    if (one) one->served = served;
    all = all && served;
  }
  return all;
}

void outgoing_calls::send_bye(const mmps_name& process) {
  auto* ended = new typed_instance<void>(nullptr, 0);
  static_cast<void>(ended->claim());
  const cip<void> held(ended);
  ended->start_with(2);
  ended->note_error_seen();
  message_header header = header_for(message_type::bye, process);
  header.tag = pending_.add({ended, nullptr, process});
  if (!out_.send(header, {}))
    if (const auto lost = pending_.take(header.tag)) call_lost(*lost, "it has ended");
  runtime_->wait(*ended);
}

// --- answers

void outgoing_calls::on_result(const tag& under, std::uint16_t flags, std::uint16_t depth,
                               std::span<const std::byte> value) {
  const auto waiting = pending_.take(under);
  if (!waiting) [[unlikely]]
    return;  // answered before, by an earlier attempt
  computation_instance& call = *waiting->call;
  const bool swapped = (flags & mmps::flag::swapped) != 0;
  const bool abandoned = waiting->abandoned && (flags & mmps::flag::no_value) != 0;
  bool all_served = false;
  if (waiting->some_arcs) [[unlikely]] {
    all_served = note_served(*waiting, depth);
    // A message to the executing process crossed the answer.
    const bool to_object = !waiting->to.is_process();
    if (to_object && (depth < waiting->messages || abandoned != waiting->abandoned) &&
        bug_ != base::seeded_bug::answers_not_confirmed)
      send_arcs(arcs_of(call, waiting->to), 0, {});
  }
  try {
    if (flags & mmps::flag::error) [[unlikely]]
      call.set_error(received_error(value, place_of(call, *runtime_)));
    else if (abandoned && all_served) [[unlikely]] {
      // It has no outcome: nobody will read it.
    } else if (waiting->method) [[likely]]
      waiting->method->wire.read_result(call, value, swapped);
    else
      call.set_value_outcome();
  } catch (...) {
    call.set_error(describe_exception(place_of(call, *runtime_)));
  }
  if (call.function() == destroy_function && call.target()) [[unlikely]]
    call.target()->unbind_far(call.generation());
  settle(call, *runtime_);
}

void outgoing_calls::on_bye(const message_header& header) {
  if (const auto waiting = pending_.take(header.tag, nullptr)) {
    waiting->call->set_value_outcome();
    settle(*waiting->call, *runtime_);
  }
}

// --- failures

void outgoing_calls::process_ended(const ended_process& news) {
  if (bug_ == base::seeded_bug::calls_outlive_their_receiver && !members_.broken()) return;
  for (const pending_call& lost :
       members_.broken() ? pending_.take_all() : pending_.take_all_from(news.process))
    call_lost(lost, news.cause);
}

std::exception_ptr outgoing_calls::session_lost(const computation_instance& call) const {
  return std::make_exception_ptr(remote_error(place_of(call, *runtime_), "mentat::session_lost",
                                              members_.why_broken() +
                                                  "; what was not computed yet is lost: run the "
                                                  "program again"));
}

void outgoing_calls::call_lost(const pending_call& lost, const std::string& cause) {
  computation_instance& call = *lost.call;
  if (members_.broken()) return fail_call(call, session_lost(call));
  fail_call(call, std::make_exception_ptr(object_lost(place_of(call, *runtime_), cause)));
}

void outgoing_calls::fail_call(computation_instance& call, std::exception_ptr error) {
  call.set_error(std::move(error));
  settle(call, *runtime_);
}

}  // namespace mentat::node
