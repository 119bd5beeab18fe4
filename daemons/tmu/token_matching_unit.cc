#include "daemons/tmu/token_matching_unit.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "daemons/tmu/error_tokens.h"
#include "daemons/tmu/message_parts.h"
#include "mmps/wire/codec.h"
#include "mmps/wire/future_blob.h"
#include "mmps/wire/little_endian.h"
#include "mmps/wire/message_type.h"

namespace mentat::tmu {
namespace {

using mmps::error_kind;
using mmps::message_type;

// Whether the memory and the futures of the message fit its header. The decoder has checked most of
// this already.
bool is_sound(const mmps::mentat_message& message, const mmps::mmps_name& self) {
  const mmps::message_header& header = message.header;
  if (header.destination.bound() && header.destination != self) return false;
  if (header.argument_count > mmps::max_arguments || header.future_length > header.body_length)
    return false;
  return mmps::check_future(future_of(message)).fault == mmps::future_fault::none;
}

bool is_sound_token(const mmps::mentat_message& token, const mmps::mmps_name& self) {
  if (token.header.argument >= token.header.argument_count || !is_sound(token, self)) return false;
  return (token.header.flags & mmps::flag::error) == 0 ||
         value_of(token).size() <= mmps::max_error_bytes;
}

bool is_sound_exec(const mmps::mentat_message& whole, const mmps::mmps_name& self) {
  return (whole.header.flags & mmps::flag::error) == 0 && is_sound(whole, self);
}

// Takes the cause of the death of the process that had the unit from behind the arguments. Null:
// there is none, or it is malformed.
std::shared_ptr<const std::string> take_cause(mmps::mentat_message& whole) {
  constexpr std::size_t length_size = sizeof(std::uint32_t);
  const std::span<const std::byte> all = value_of(whole);
  if (whole.header.attempt != 1 || all.size() < length_size) return nullptr;
  const std::size_t rest = all.size() - length_size;
  const auto length = mmps::get_little_endian<std::uint32_t>(all.data() + rest);
  if (length > rest || length > mmps::max_cause_of_death) return nullptr;
  auto cause = std::make_shared<const std::string>(text_of(all.subspan(rest - length, length)));
  const std::uint32_t future_length = whole.header.future_length;
  whole = whole.part(0, future_length + rest - length);
  whole.header.future_length = future_length;
  whole.header.attempt = 0;
  return cause;
}

bool is_sound_arcs(const mmps::mentat_message& arcs, const mmps::mmps_name& self) {
  return arcs.header.source.is_process() && arcs.header.future_length == arcs.body().size() &&
         is_sound(arcs, self);
}

// Whether all tokens of a tag belong to the same call. They may have different orders of bytes.
bool is_of(const unit& unit, const mmps::message_header& header) {
  return unit.class_hash == header.class_hash() && unit.function == header.function &&
         unit.argument_count == header.argument_count;
}

std::string hexadecimal(std::uint64_t number) {
  std::string text = "#0000000000000000";
  for (std::size_t digit = text.size() - 1; number != 0; --digit, number >>= 4)
    text[digit] = "0123456789abcdef"[number & 15];
  return text;
}

}  // namespace

token_matching_unit::token_matching_unit(identity identity, const limits& limits,
                                         spill_store* store)
    : identity_(std::move(identity)),
      limits_(limits),
      database_(limits_, store, identity_.seed),
      dead_(limits.dead_processes, 0),
      takeover_(identity_.takes_over, limits_.units) {
  // Of what the processes keep something may come again, however late.
  if (identity_.takes_over) database_.keep_tombstones();
}

void token_matching_unit::step(base::instant now, mmps::mentat_message&& message) {
  switch (static_cast<message_type>(message.header.type)) {
    case message_type::token:
      on_token(now, std::move(message));
      break;
    case message_type::exec:
      on_exec(now, std::move(message));
      break;
    case message_type::arcs:
      on_arcs(now, message);
      break;
    case message_type::instantiated:
      on_instantiated(now, message);
      break;
    case message_type::finished:
      on_finished(now, message);
      break;
    case message_type::down:
      on_down(now, message, nullptr);
      break;
    case message_type::claims:
      on_claims(now, message);
      break;
    case message_type::settled:
      on_answered(now, message);
      break;
    default:
      ++counts_.unexpected;
  }
  finish_step(now);
}

void token_matching_unit::finish_step(base::instant now) {
  pass_errors_on(now);
  acquire_queued(now);
  database_.make_room(now);
  if (settled_.empty() && settled_after_.empty())
    says_settled_at_.reset();
  else if (!says_settled_at_)
    says_settled_at_ = now + limits_.settles_within;
}

// ---- matching

void token_matching_unit::on_token(base::instant now, mmps::mentat_message&& token) {
  ++counts_.tokens;
  const mmps::message_header& header = token.header;
  if (!is_sound_token(token, identity_.self)) {
    ++counts_.malformed;
    return;
  }
  unit* unit = database_.find(header.tag);
  const mmps::mmps_name sender = header.source.process();
  if (!unit) {
    if (is_done(header)) return settle(sender, header.tag);
    unit = begin_partial(now, token, caller_in(future_of(token)));
    if (!unit) return settle(sender, header.tag);
    database_.note_sender(*unit, sender);
  } else {
    database_.note_sender(*unit, sender);
    if (unit->state != unit_state::partial ||
        (is_of(*unit, header) && unit->tokens[header.argument].present())) {
      ++counts_.duplicates;
      return;
    }
    if (!is_of(*unit, header))
      return fail(now, *unit,
                  {.kind = error_kind::interface_mismatch,
                   .text = "the tokens of one call disagree about its class, function or "
                           "arguments"});
  }
  if ((header.flags & mmps::flag::error) != 0) {
    if (limits_.bug == base::seeded_bug::errors_of_arguments_dropped) return;
    if (takeover_.may_be_claimed(header.tag) || takeover_.is_claimed(header.tag))
      return errors_later_.push_back(std::move(token));
    ++counts_.errors_passed_on;
    return fail(now, *unit, future_of(token), value_of(token));
  }
  if (!database_.has_reserve_for(token, now)) {
    ++counts_.refused;
    const std::vector<std::byte> error = describe({.kind = error_kind::resource_exhausted,
                                                   .text = no_memory_text(database_.last_fault()),
                                                   .limit = "tmu.memory"},
                                                  unit->class_hash, unit->function);
    return fail(now, *unit, future_of(token), error);
  }
  unit->depth = header.depth;  // it may have begun with arcs, which do not say
  const std::uint16_t argument = header.argument;
  database_.store(*unit, argument, std::move(token));
  if (dead_.contains(sender)) {
    std::size_t room = fixed::kept_tokens.value;
    hand_over(*unit, argument, sender, room);
  }
  if (unit->missing != 0) return;
  leave_phase(*unit);
  acquire(now, *unit);
}

void token_matching_unit::on_exec(base::instant now, mmps::mentat_message&& whole) {
  ++counts_.tokens;
  std::shared_ptr<const std::string> cause;
  if (!is_sound_exec(whole, identity_.self) ||
      (whole.header.attempt != 0 && !(cause = take_cause(whole)))) {
    ++counts_.malformed;
    return;
  }
  unit* unit = database_.find(whole.header.tag);
  const mmps::mmps_name sender = whole.header.source.process();
  std::vector<mmps::mmps_name> senders;
  if (unit) {
    if (unit->state != unit_state::partial) {
      ++counts_.duplicates;
      return database_.note_sender(*unit, sender);
    }
    // An execution that is repeated may find all arguments in one process, where the first one did
    // not.
    forget(*unit);
    senders = std::move(unit->senders);
    database_.erase(*unit);
  } else if (is_done(whole.header)) {
    return settle(sender, whole.header.tag);
  }
  unit = begin_unit(now, whole, true);
  if (!unit) {
    senders.push_back(sender);
    for (const mmps::mmps_name& one : senders) settle(one, whole.header.tag);
    return;
  }
  for (const mmps::mmps_name& one : senders) database_.note_sender(*unit, one);
  database_.note_sender(*unit, sender);
  if (cause) {
    unit->deaths.push_back(cause);
    ++unit->attempt;
    ++counts_.reissued;
    database_.keep_tombstones();
  }
  database_.store(*unit, 0, std::move(whole));
  acquire(now, *unit);
}

// A unit may have arcs before it has a token. Refused arcs are left to the caller.
void token_matching_unit::on_arcs(base::instant now, const mmps::mentat_message& arcs) {
  const mmps::message_header& header = arcs.header;
  if (!is_sound_arcs(arcs, identity_.self)) {
    ++counts_.malformed;
    return;
  }
  unit* unit = database_.find(header.tag);
  if (!unit) {
    if (is_done(header)) return settle(header.source, header.tag);
    if (header.argument_count == 0 || !database_.has_room_for_unit(arcs, now)) {
      ++counts_.refused;
      return settle(header.source, header.tag);
    }
    unit = begin_partial(now, arcs, header.source);
    if (!unit) return settle(header.source, header.tag);
  } else if (!is_of(*unit, header)) {
    ++counts_.malformed;
    return;
  }
  database_.note_sender(*unit, header.source);
  const auto future = future_of(arcs);
  const bool fits = future.empty() || (database_.has_room_for_arcs(future) &&
                                       database_.add_arcs(*unit, header.arcs_number(), future));
  if (!fits) {
    ++counts_.refused;
    return;
  }
  if ((header.flags & mmps::flag::abandoned) != 0) database_.abandon(*unit, header.arcs_number());
  const bool is_news = !future.empty() || (unit->more && unit->more->abandoned);
  if (is_news && unit->state == unit_state::running) send_arcs(*unit, future, 0);
}

bool token_matching_unit::is_done(const mmps::message_header& header) {
  if (!database_.has_tombstone(header.tag)) return false;
  ++counts_.duplicates;
  return true;
}

unit* token_matching_unit::begin_unit(base::instant now, const mmps::mentat_message& first,
                                      bool whole) {
  const bool is_error = (first.header.flags & mmps::flag::error) != 0;
  if (is_error || database_.has_room_for_unit(first, now))
    return &database_.add(first.header, whole);
  ++counts_.refused;
  const bool units = database_.units() >= limits_.units;
  fail_first(now, first,
             {.kind = error_kind::resource_exhausted,
              .text = units ? "the token-matching unit keeps no further unit"
                            : no_memory_text(database_.last_fault()),
              .limit = units ? "fixed.units" : "tmu.memory"});
  return nullptr;
}

// Returns a unit with missing tokens, or null. No process would send the tokens of a caller that
// has ended.
unit* token_matching_unit::begin_partial(base::instant now, const mmps::mentat_message& first,
                                         const mmps::mmps_name& caller) {
  if (caller.bound() && dead_.contains(caller)) {
    ++counts_.purged;
    return nullptr;
  }
  unit* begun = begin_unit(now, first, false);
  if (!begun || !caller.bound()) return begun;
  begun->caller = caller;
  partial_[caller].push_back(*begun);
  if (identity_.takes_over) ask_later(begun->tag, now);
  return begun;
}

// ---- time

void token_matching_unit::tick(base::instant now) {
  for (phase_list& equally : acquiring_) {
    while (equally.front() && equally.front()->ask_again <= now) {
      unit& waiting = *equally.front();
      equally.erase(waiting);
      waiting.asked =
          static_cast<std::uint8_t>(std::min<std::size_t>(waiting.asked + 1u, max_asked - 1));
      ++counts_.asked_again;
      ask(now, waiting);
    }
  }
  database_.expire_tombstones(now);
  dead_.expire(now);
  const bool was_open = takeover_.is_open();
  takeover_.tick(now);
  if (was_open && !takeover_.is_open()) take_errors_again();
  if (asks_at_ && *asks_at_ <= now) ask_callers(now);
  if (says_settled_at_ && *says_settled_at_ <= now) send_settled();
  finish_step(now);
}

base::instant token_matching_unit::next_deadline() const {
  base::instant next = std::min(database_.next_expiry(), dead_.next_expiry());
  for (const phase_list& equally : acquiring_)
    if (equally.front()) next = std::min(next, equally.front()->ask_again);
  if (says_settled_at_) next = std::min(next, *says_settled_at_);
  if (asks_at_) next = std::min(next, *asks_at_);
  return std::min(next, takeover_.next_deadline());
}

// ---- messages

mmps::message_header token_matching_unit::header_of(const unit& of, message_type type) const {
  mmps::message_header header;
  header.type = static_cast<std::uint8_t>(type);
  header.source = identity_.self;
  header.tag = of.tag;
  header.set_class_hash(of.class_hash);
  header.function = of.function;
  header.argument_count = of.argument_count;
  header.depth = of.depth;
  header.attempt = of.attempt;
  return header;
}

std::vector<std::byte> token_matching_unit::describe(mmps::error_view error,
                                                     std::uint64_t class_hash,
                                                     std::uint16_t function) const {
  const std::string class_name = hexadecimal(class_hash),
                    function_name = "#" + std::to_string(function);
  const std::string type_name = "mentat::" + std::string(mmps::name_of(error.kind));
  error.class_name = class_name;
  error.function_name = function_name;
  error.host = identity_.host;
  error.type_name = type_name;
  return mmps::encode_error(error);
}

void token_matching_unit::send(const mmps::message_header& header,
                               std::span<const std::byte> body) {
  output_.emplace_back(header, body);
}

}  // namespace mentat::tmu
