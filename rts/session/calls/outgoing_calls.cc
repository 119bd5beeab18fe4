#include "rts/session/calls/outgoing_calls.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "mmps/wire/future_blob.h"
#include "mmps/wire/little_endian.h"
#include "rts/api/buffers_leaving.h"
#include "rts/api/call.h"
#include "rts/core/error_token.h"
#include "rts/core/program_graph.h"
#include "rts/executor/execute.h"
#include "rts/record/recorded_call.h"
#include "rts/session/calls/outgoing_parts.h"
#include "rts/session/calls/received_error.h"
#include "rts/session/calls/wire_call.h"
#include "rts/session/custody/exported_arc.h"

namespace mentat::node {
using mmps::message_header;
using mmps::message_type;
using mmps::mmps_name;
using mmps::shm::compact_header;

outgoing_calls::outgoing_calls(const mmps_name& self, outbox& out, const members& others,
                               spreading& takers, durable_sender& durable, const base::clock& clock,
                               base::seeded_bug bug)
    : self_(self),
      out_(out),
      members_(others),
      takers_(takers),
      durable_(durable),
      pending_(mark_of(self), clock),
      transfers_(clock),
      bug_(bug) {}

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

void outgoing_calls::send_to_object(const mmps_name& object, computation_instance& call,
                                    bool unshared) {
  const std::uint16_t flags = call.lineage() != 0 ? mmps::flag::replayable : 0;
  const tag of{call.lineage(), call.caller()};
  if (!call.leaves_whole() || members_.broken()) [[unlikely]]
    return call.is_durable() ? durable_.send(object, call) : send(object, of, flags, call);
  const described what(call);
  base::byte_buffer body;
  body.resize(mmps::compact_future_size);  // the future, which is known below
  std::vector<borrowed_bytes> lent;
  if (!write_arguments(call, what.method, nullptr, body, lent)) [[unlikely]]
    return;
  std::vector<std::byte> more_arcs;
  const std::uint64_t under = note_pending(call, object, what.method, unshared, more_arcs);
  note_call_sent(call, under, object);
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
                                               .future_length = mmps::compact_future_size,
                                               .destination = object,
                                               .class_hash = what.class_hash,
                                               .tag = of});
  // A session that broke before the call was noted has not failed it.
  if (members_.broken() || !out_.send(object, header, body)) [[unlikely]]
    lose(pending_.tag_of(under), object);
}

void outgoing_calls::send_to_matching(computation_instance& call) {
  const mmps_name unit = out_.kept().living(token_matching_unit_of(self_));
  if (call.is_partial()) return send_tokens(unit, call);
  send(unit, {call.lineage(), 0}, 0, call);  // the rest of the tag follows
}

// As to another host: a token-matching unit passes it on, perhaps there.
bool outgoing_calls::is_noted(const mmps_name& to) const {
  return to.host != self_.host || is_token_matching_unit(to);
}

// From now on an answer may come, and the call end.
void outgoing_calls::note_call_sent(const computation_instance& call, std::uint64_t under,
                                    const mmps_name& to) const {
  if (record::notes_ends(is_noted(to))) [[unlikely]]
    record::note_end(record::event_kind::call_sent, call, under, to.host, to.process_number());
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
  body.resize(to_unit ? mmps::future_arc_size : mmps::compact_future_size);
  std::vector<borrowed_bytes> lent;
  const missing_arguments missing(call, what.method);
  if (!write_arguments(call, what.method, &missing, body, lent)) return;
  if (to_unit) call.drop_arguments();  // the token-matching unit has them now
  std::unique_ptr<const error_place> place;
  if (!missing.none()) place = std::make_unique<error_place>(place_of(call, *runtime_));
  if (call.is_partial()) flags |= mmps::flag::partial;
  std::vector<std::byte> more_arcs;
  const tag under = pending_.tag_of(note_pending(call, to, what.method, false, more_arcs));
  note_call_sent(call, under.number, to);
  const tag named = to_unit ? tag_of_unit(of.number, under) : of;
  if (transmit_exec(to, named, flags, what, under, more_arcs, body, std::move(lent)) && place)
    draw_arcs(to, what, under, {}, *place, missing);
}

// False: they cannot be written, and the call has failed. `missing`: of a partial call. `keeps`:
// the call keeps its arguments, so only buffers are lent.
bool outgoing_calls::write_arguments(computation_instance& call, const method_description* method,
                                     const missing_arguments* missing, base::byte_buffer& body,
                                     std::vector<borrowed_bytes>& lent, bool keeps) {
  try {
    if (call.is_partial()) {
      const buffers_leaving shared(body, lent);
      write_present(call, *method, *missing, body);
    } else if (keeps && method) {
      const buffers_leaving shared(body, lent);
      method->wire.write_arguments(call, body, nullptr);
    } else if (method) {
      method->wire.write_arguments(call, body, &lent);
    }
    if (body.size() + size_of(lent) > mmps::mentat_message::max_body - mmps::max_future_bytes)
      throw limit_error(place_of(call, *runtime_), "fixed.message",
                        "the arguments of a call to another process are longer than 1023 MiB");
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
    if (call.future.arcs()) forward_with(noted, more_arcs);
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
  const bool to_unit = to.is_process();
  write_future(header, under, more_arcs, body, lent,
               to_unit ? mmps::future_arc_size : mmps::compact_future_size);
  return transmit(header, under, to, body, std::move(lent));
}

// Where the body has room for the usual one: compact for the process that executes the call, in
// full for a token-matching unit.
void outgoing_calls::write_future(message_header& header, const tag& under,
                                  std::span<const std::byte> more_arcs, base::byte_buffer& body,
                                  std::vector<borrowed_bytes>& lent, std::size_t room) const {
  if (room == mmps::compact_future_size && more_arcs.empty()) {
    mmps::put_little_endian(body.data(), under.number);
    header.future_length = mmps::compact_future_size;
    return;
  }
  std::vector<std::byte> future(mmps::future_arc_size);
  mmps::write_arc(mmps::arc_to_caller(self_, under), future);
  future.insert(future.end(), more_arcs.begin(), more_arcs.end());
  header.future_length = static_cast<std::uint32_t>(future.size());
  replace_future(future, room, body, lent);
}

// Writes the present arguments after a word that has a bit for each missing one.
void outgoing_calls::write_present(computation_instance& call, const method_description& method,
                                   const missing_arguments& missing, base::byte_buffer& behind) {
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
  std::vector<std::vector<borrowed_bytes>> lent(method.arity);
  const error_place place = place_of(call, *runtime_);
  try {
    for (std::size_t i = 0; i < method.arity; ++i) {
      if (missing.has(i)) continue;
      bodies[i].resize(mmps::future_arc_size);
      const buffers_leaving shared(bodies[i], lent[i]);
      method.wire.write_argument(call, i, bodies[i]);
      if (bodies[i].size() + size_of(lent[i]) > mmps::mentat_message::max_body)
        throw limit_error(place, "fixed.message",
                          "an argument that goes to another process is longer than 1 GiB");
    }
  } catch (...) {
    return fail_call(call, describe_exception(place));
  }
  call.drop_arguments();
  const lineage of = call.lineage();
  const tag under = pending_.tag_of(pending_.add_as([&](pending_call& noted, std::uint64_t number) {
    noted.call = &call;
    noted.method = &method;
    noted.to = unit;
    noted.partial = noted.takes_arcs = true;
    call.note_sent(*this, number);
  }));
  note_call_sent(call, under.number, unit);
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
    if (!transmit(token, under, unit, bodies[i], std::move(lent[i]))) return;
  }
  draw_arcs(unit, what, token.tag, future, place, missing);
}

bool outgoing_calls::transmit(message_header& header, const tag& under, const mmps_name& answers,
                              base::byte_buffer& body, std::vector<borrowed_bytes>&& lent) {
  // A session that broke before the call was noted has not failed it.
  if (!members_.broken() && out_.give(header, body, std::move(lent))) return true;
  lose(under, answers);
  if (is_token_matching_unit(answers)) out_.kept().drop(header.tag);
  return false;
}

void outgoing_calls::lose(const tag& under, const mmps_name& answers) {
  if (bug_ == base::seeded_bug::refused_calls_wait) return;
  const auto lost = pending_.take(under);
  if (!lost) return;
  const mmps_name receiver = answers.process();
  const std::string seen =
      members_.believes_alive(receiver) ? out_.why_unreachable(receiver) : std::string();
  if (seen.empty() || members_.broken()) return call_lost(*lost, members_.cause_of_end(receiver));
  computation_instance& call = *lost->call;
  fail_call(call, std::make_exception_ptr(object_lost(place_of(call, *runtime_),
                                                      "its process cannot be reached: " + seen)));
}

cip<void> outgoing_calls::send_bye(const mmps_name& process) {
  auto* ended = new typed_instance<void>(nullptr, 0);
  static_cast<void>(ended->claim());
  cip<void> told(ended);
  ended->start_with(2);
  ended->note_error_seen();
  message_header header = header_for(message_type::bye, process);
  header.tag = pending_.add({ended, nullptr, process});
  if (!out_.send(header, {}))
    if (const auto lost = pending_.take(header.tag)) call_lost(*lost, "it has ended");
  return told;
}

// --- answers

void outgoing_calls::on_result(const tag& under, std::uint16_t flags, std::uint16_t included,
                               std::uint32_t run_time, std::span<const std::byte> value) {
  const auto waiting = pending_.answer(under);
  if (!waiting) [[unlikely]]
    return;  // answered before, by an earlier attempt
  computation_instance& call = *waiting->call;
  if (record::notes_ends(is_noted(waiting->to))) [[unlikely]]
    record::note_end(record::event_kind::result_came, call, under.number, waiting->to.host,
                     waiting->to.process_number());
  const bool is_kept = waiting->keeping == unit_keeping::unanswered;
  const bool by_taker = waiting->keeping != unit_keeping::not_here;
  if (by_taker) takers_.note_answered(waiting->taker, waiting->expected_time);
  if (const auto measured = transfers_.end(under.number)) [[unlikely]]
    takers_.note_transfer(measured->bytes, measured->took - run_time);
  if (run_time != 0 && !call.target()) takers_.note_run_time(described(call).name(), run_time);
  const bool swapped = (flags & mmps::flag::swapped) != 0;
  const bool abandoned = waiting->abandoned && (flags & mmps::flag::no_value) != 0;
  bool all_delivered = false;
  if (waiting->some_arcs) [[unlikely]] {
    all_delivered = note_delivered(*waiting, included);
    // A message to the executing process crossed the answer.
    const bool to_executing = by_taker || !waiting->to.is_process();
    if (to_executing && (included < waiting->messages || abandoned != waiting->abandoned) &&
        bug_ != base::seeded_bug::answers_not_confirmed)
      send_arcs(arcs_of(call, waiting->to), 0, {});
  }
  try {
    if (flags & mmps::flag::error) [[unlikely]]
      call.set_error(received_error(value, place_of(call, *runtime_)));
    else if (abandoned && all_delivered) [[unlikely]] {
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
  if (!is_kept) return settle(call, *runtime_);
  complete(call, *runtime_);
  call.release();  // pending_ has the other reference until the unit is FINISHED
}

void outgoing_calls::on_bye(const message_header& header) {
  if (const auto waiting = pending_.take(header.tag, nullptr)) {
    waiting->call->set_value_outcome();
    settle(*waiting->call, *runtime_);
  }
}

// --- failures

void outgoing_calls::process_replaced(const mmps_name& next,
                                      std::span<const mmps::unit_claim> executed) {
  const auto send_again = [&](kept_token&& one) {
    if (bug_ == base::seeded_bug::kept_tokens_not_sent_again) return;
    out_.send_again(std::move(one));
  };
  if (!out_.kept().take_over(next, send_again)) return;
  pending_.move_units(next);  // a call that is sent from now on goes to `next`
  message_header header = header_for(message_type::claims, next);
  out_.send(header, mmps::write_claims(executed));
}

// Those that have been answered are done, and nothing that came for them later will be used.
void outgoing_calls::on_question(const mmps_name& unit, std::span<const std::byte> body) {
  const auto all = mmps::read_claims(body);
  if (!all) return;
  std::set<tag> not_awaited;
  for (const mmps::unit_claim& one : *all) not_awaited.insert(one.tag);
  pending_.visit([&](const tag& under, const pending_call& one) {
    if (is_token_matching_unit(one.to)) not_awaited.erase(unit_of(under, *one.call));
  });
  if (not_awaited.empty()) return;
  std::vector<mmps::unit_claim> answer;
  for (const tag& one : not_awaited) answer.push_back({one});
  message_header header = header_for(message_type::settled, unit);
  out_.send_uncounted(header, mmps::write_claims(answer));
}

void outgoing_calls::process_ended(const ended_process& news) {
  if (bug_ == base::seeded_bug::calls_outlive_their_receiver && !members_.broken()) return;
  if (!members_.broken()) hand_over_all_of(news);
  for (const pending_call& lost :
       members_.broken() ? pending_.take_all() : pending_.take_all_from(news.process))
    lost.keeping == unit_keeping::answered ? let_go(*lost.call, *runtime_)
                                           : call_lost(lost, news.cause);
}

std::exception_ptr outgoing_calls::session_lost(const computation_instance& call) const {
  return std::make_exception_ptr(remote_error(place_of(call, *runtime_), "mentat::session_lost",
                                              members_.why_broken() +
                                                  "; values that were not computed yet are "
                                                  "lost: run the program again"));
}

void outgoing_calls::call_lost(const pending_call& lost, const std::string& cause) {
  computation_instance& call = *lost.call;
  if (members_.broken()) return fail_call(call, session_lost(call));
  const error_place place = place_of(call, *runtime_);
  const bool is_of_space = call.of_class() && call.of_class()->in_keeper;
  fail_call(call, is_of_space ? std::make_exception_ptr(space_lost(place, cause))
                              : std::make_exception_ptr(object_lost(place, cause)));
}

void outgoing_calls::fail_call(computation_instance& call, std::exception_ptr error) {
  call.set_error(std::move(error));
  settle(call, *runtime_);
}

}  // namespace mentat::node
