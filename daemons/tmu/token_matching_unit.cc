#include "daemons/tmu/token_matching_unit.h"

#include <algorithm>
#include <optional>

#include "daemons/tmu/error_tokens.h"
#include "mmps/base/check.h"
#include "mmps/wire/codec.h"
#include "mmps/wire/future_blob.h"
#include "mmps/wire/little_endian.h"
#include "mmps/wire/message_type.h"

namespace mentat::tmu {
namespace {

using mmps::error_kind;
using mmps::message_type;

constexpr std::size_t name_size = sizeof(mmps::mmps_name);
constexpr std::size_t longest_cause = 1024;

std::span<const std::byte> future_of(const mmps::mentat_message& message) {
  return message.body().first(message.header.future_length);
}

std::span<const std::byte> value_of(const mmps::mentat_message& message) {
  return message.body().subspan(message.header.future_length);
}

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// May the header be believed as far as memory and futures go? Whoever decoded it has checked most
// of this already.
bool is_sound(const mmps::mentat_message& message, const mmps::mmps_name& self) {
  const mmps::message_header& header = message.header;
  if (header.destination.bound() && header.destination != self) return false;
  if ((header.flags & mmps::flag::body_shm) != 0) return false;
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

bool is_sound_arcs(const mmps::mentat_message& arcs, const mmps::mmps_name& self) {
  return arcs.header.source.is_process() && arcs.header.future_length == arcs.body().size() &&
         is_sound(arcs, self);
}

// The process that waits for the result; unbound if none does.
mmps::mmps_name caller_in(std::span<const std::byte> future) {
  mmps::future_reader reader(future);
  mmps::future_arc first;
  if (!reader.next(first) || first.argument != mmps::to_waiting_caller) return {};
  return first.destination;
}

// Do all tokens of a tag mean the same call, in the same order of bytes?
bool is_of(const unit& unit, const mmps::message_header& header) {
  return unit.class_hash == header.class_hash() && unit.function == header.function &&
         unit.argument_count == header.argument_count &&
         ((unit.flags ^ header.flags) & mmps::flag::swapped) == 0;
}

// The futures of all tokens but the first will be left out.
std::size_t longest_body_of(const unit& complete) {
  std::size_t length = 0;
  for (const held_token& held : complete.held()) length += held.body_length();
  return length;
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
      ended_(limits.ended_sessions, limits.memory_of_the_dead) {}

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
      on_down(now, message);
      break;
    case message_type::bye:
      on_bye(now, message);
      break;
    default:
      ++counts_.unexpected;
  }
  database_.make_room(now);
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
  if (!unit) {
    if (is_done(header)) return;
    unit = begin_partial(now, token, caller_in(future_of(token)));
    if (!unit) return;
  } else {
    note_replay(*unit, header.replay);
    if (unit->state != unit_state::partial ||
        (is_of(*unit, header) && unit->tokens[header.argument].present())) {
      ++counts_.duplicates;
      return;
    }
    if (!is_of(*unit, header))
      return fail(now, *unit,
                  {.kind = error_kind::interface_mismatch,
                   .text = "the tokens of one call disagree about its class, function, arguments "
                           "or order of bytes"});
  }
  if ((header.flags & mmps::flag::error) != 0) {
    ++counts_.errors_passed_on;
    if (limits_.bug == base::seeded_bug::errors_of_arguments_dropped) return;
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
  set_deadline(now, *unit, header.budget_ms);
  unit->depth = header.depth;  // it may have begun with arcs, which do not say
  database_.store(*unit, header.argument, std::move(token));
  if (unit->missing != 0) return;
  leave_phase(*unit);
  acquire(now, *unit);
}

void token_matching_unit::on_exec(base::instant now, mmps::mentat_message&& whole) {
  ++counts_.tokens;
  if (!is_sound_exec(whole, identity_.self)) {
    ++counts_.malformed;
    return;
  }
  unit* unit = database_.find(whole.header.tag);
  if (unit) {
    note_replay(*unit, whole.header.replay);
    if (unit->state != unit_state::partial) {
      ++counts_.duplicates;
      return;
    }
    // An execution that is repeated may find all arguments in one process, where the first one did
    // not.
    whole.header.replay = unit->replay;
    forget(*unit);
    database_.erase(*unit);
  } else if (is_done(whole.header)) {
    return;
  }
  unit = begin_unit(now, whole, true);
  if (!unit) return;
  set_deadline(now, *unit, whole.header.budget_ms);
  database_.store(*unit, 0, std::move(whole));
  acquire(now, *unit);
}

// A unit may have arcs before it has a token. What is not taken is left to the caller.
void token_matching_unit::on_arcs(base::instant now, const mmps::mentat_message& arcs) {
  const mmps::message_header& header = arcs.header;
  if (!is_sound_arcs(arcs, identity_.self)) {
    ++counts_.malformed;
    return;
  }
  unit* unit = database_.find(header.tag);
  if (!unit) {
    if (is_done(header)) return;
    if (header.argument_count == 0 || !database_.has_room_for_unit(arcs, now)) {
      ++counts_.refused;
      return;
    }
    unit = begin_partial(now, arcs, header.source);
    if (!unit) return;
  } else if (!is_of(*unit, header)) {
    ++counts_.malformed;
    return;
  }
  const auto future = future_of(arcs);
  const bool fits = future.empty() || (database_.has_room_for_arcs(future) &&
                                       database_.add_arcs(*unit, header.depth, future));
  if (!fits) {
    ++counts_.refused;
    return;
  }
  if ((header.flags & mmps::flag::no_value) != 0) database_.abandon(*unit, header.depth);
  const bool is_news = !future.empty() || (unit->more && unit->more->abandoned);
  if (is_news && unit->state == unit_state::running) send_arcs(now, *unit, future, 0);
}

bool token_matching_unit::is_done(const mmps::message_header& header) {
  if (ended_.contains(session_of(header.graph))) {
    ++counts_.purged;
    return true;
  }
  const std::optional<std::uint8_t> done = database_.tombstone(header.tag);
  if (!done) return false;
  if (header.replay <= *done) {
    ++counts_.duplicates;
    return true;
  }
  ++counts_.replayed;
  database_.remove_tombstone(header.tag);
  return false;
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

// A unit that misses tokens, or null. Nobody would send those of a caller that has ended.
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
  return begun;
}

void token_matching_unit::note_replay(unit& of, std::uint8_t replay) {
  of.last_replay = std::max(of.last_replay, replay);
  if (of.state != unit_state::running) of.replay = of.last_replay;
}

void token_matching_unit::set_deadline(base::instant now, unit& of, std::uint32_t budget_ms) {
  base::instant deadline = base::instant::never();
  if (budget_ms != 0)
    deadline = now + budget_ms * base::millisecond;
  else if (limits_.partial_life != 0 && !of.timed)
    deadline = now + limits_.partial_life;
  if (deadline >= of.deadline) return;
  stop_timing(of);
  of.deadline = deadline;
  of.budgeted = of.budgeted || budget_ms != 0;
  of.timed = true;
  deadlines_.insert({deadline, of.tag});
}

void token_matching_unit::stop_timing(unit& of) {
  if (of.timed) deadlines_.erase({of.deadline, of.tag});
  of.timed = false;
}

// ---- instance acquisition and token delivery

void token_matching_unit::acquire(base::instant now, unit& complete) {
  if (complete.timed && !complete.budgeted) {
    stop_timing(complete);
    complete.deadline = base::instant::never();
  }
  if (complete.budgeted && !complete.timed) {  // it ran while its budget was used up
    complete.timed = true;
    deadlines_.insert({complete.deadline, complete.tag});
  }
  complete.state = unit_state::acquiring;
  complete.asked = 0;
  ask(now, complete);
}

void token_matching_unit::ask(base::instant now, unit& waiting) {
  mmps::message_header header = header_of(now, waiting, message_type::instantiate);
  header.destination = identity_.instantiation_manager;
  send(header, {});
  waiting.ask_again = now + (limits_.ask_again << waiting.asked);
  acquiring_[waiting.asked].push_back(waiting);
}

void token_matching_unit::on_instantiated(base::instant now, const mmps::mentat_message& answer) {
  const mmps::message_header& header = answer.header;
  const bool refused = (header.flags & mmps::flag::error) != 0;
  unit* unit = database_.find(header.tag);
  if (refused) {
    if (unit && unit->state == unit_state::acquiring) {
      ++counts_.refused;
      fail(now, *unit,
           {.kind = error_kind::resource_exhausted,
            .text = text_of(answer.body()),
            .limit = "limits.processes"});
    }
    return;
  }
  const mmps::mmps_name process =
      answer.body().size() == name_size ? mmps::get_name(answer.body().data()) : mmps::mmps_name{};
  if (!process.is_process()) {
    ++counts_.malformed;
    return;
  }
  const mmps::mmps_name granter =
      header.source.bound() ? header.source : identity_.instantiation_manager;
  if (unit && unit->state == unit_state::running && unit->process == process &&
      unit->granted_by == granter && unit->places < 255) {
    ++unit->places;  // it was asked twice; what it gave is given back when the unit has finished
    return;
  }
  const bool has_ended =
      dead_.contains(process) && limits_.bug != base::seeded_bug::delivered_to_the_ended;
  if (!unit || unit->state != unit_state::acquiring || has_ended)
    return give_back(header.tag, process, granter);
  deliver(now, *unit, process, granter);
}

void token_matching_unit::deliver(base::instant now, unit& complete, const mmps::mmps_name& process,
                                  const mmps::mmps_name& granter) {
  leave_phase(complete);
  complete.state = unit_state::running;
  complete.process = process;
  complete.granted_by = granter;
  complete.places = 1;
  running_[process].push_back(complete);

  if (longest_body_of(complete) > mmps::mentat_message::max_body)
    return fail(now, complete,
                {.kind = error_kind::limit_error,
                 .text = "the arguments of one call are together larger than 1 GiB",
                 .limit = "fixed.message"});
  std::optional<mmps::mentat_message> exec = body_of(complete);
  if (!exec)
    return fail(now, complete,
                {.kind = error_kind::data_lost, .text = tmu::text_of(database_.last_fault())});
  ++counts_.delivered;
  if (complete.more) send_arcs(now, complete, complete.more->future, mmps::flag::partial);
  mmps::message_header header = header_of(now, complete, message_type::exec);
  header.destination = process;
  header.body_length = exec->header.body_length;
  header.future_length = exec->header.future_length;
  exec->header = header;
  output_.push_back(std::move(*exec));
}

// The future, once, and the values in order. A single message is not copied, if it is in memory.
std::optional<mmps::mentat_message> token_matching_unit::body_of(const unit& complete) {
  const std::span<held_token> all = complete.held();
  const mmps::mentat_message* token = database_.look_at(all[0]);
  if (!token) return std::nullopt;
  if (all.size() == 1) return token->again();
  const auto storage = std::make_shared_for_overwrite<std::byte[]>(longest_body_of(complete));
  const std::uint32_t future_length = token->header.future_length;
  std::byte* end = std::ranges::copy(token->body(), storage.get()).out;
  for (const held_token& held : all.subspan(1)) {
    token = database_.look_at(held);
    if (!token) return std::nullopt;
    end = std::ranges::copy(value_of(*token), end).out;
  }
  mmps::mentat_message whole(storage, static_cast<std::size_t>(end - storage.get()));
  whole.header.future_length = future_length;
  return whole;
}

// To the process where it runs, or is to run.
void token_matching_unit::send_arcs(base::instant now, const unit& of,
                                    std::span<const std::byte> future, std::uint16_t flags) {
  mmps::message_header header = header_of(now, of, message_type::arcs);
  header.destination = of.process;
  header.flags |= flags | (of.more->abandoned ? mmps::flag::no_value : 0);
  header.depth = of.more->messages;
  header.future_length = static_cast<std::uint32_t>(future.size());
  send(header, future);
}

void token_matching_unit::leave_phase(unit& of) {
  const auto leave = [&of](std::map<mmps::mmps_name, phase_list>& lists,
                           const mmps::mmps_name& process) {
    const auto in_process = lists.find(process);
    in_process->second.erase(of);
    if (in_process->second.empty()) lists.erase(in_process);
  };
  if (of.state == unit_state::acquiring) acquiring_[of.asked].erase(of);
  if (of.state == unit_state::running) leave(running_, of.process);
  if (of.caller.bound()) leave(partial_, std::exchange(of.caller, {}));
}

void token_matching_unit::on_finished(base::instant now, const mmps::mentat_message& message) {
  const mmps::message_header& header = message.header;
  unit* unit = database_.find(header.tag);
  if (!unit || unit->state != unit_state::running || unit->process != header.source.process() ||
      unit->attempt != header.attempt || unit->replay != header.replay) {
    ++counts_.stale_finished;
    return;
  }
  ++counts_.finished;
  if (unit->last_replay == unit->replay) {
    forget(*unit);
    return database_.bury(*unit, now);
  }
  ++counts_.replayed;
  give_back(*unit);
  leave_phase(*unit);
  unit->replay = unit->last_replay;
  unit->attempt = 1;
  unit->deaths.clear();
  acquire(now, *unit);
}

void token_matching_unit::on_down(base::instant now, const mmps::mentat_message& message) {
  const mmps::mmps_name process = message.header.source.process();
  if (!process.bound()) {
    ++counts_.malformed;
    return;
  }
  dead_.note(process, now);
  if ((message.header.flags & mmps::flag::replayable) != 0) database_.keep_tombstones();
  const auto cause =
      std::make_shared<const std::string>(text_of(message.body()).substr(0, longest_cause));
  const bool forgets = limits_.bug == base::seeded_bug::units_not_delivered_again;
  for (auto found = running_.find(process); found != running_.end() && !forgets;
       found = running_.find(process))
    execute_again(now, *found->second.front(), cause);
  for (auto found = partial_.find(process); found != partial_.end();
       found = partial_.find(process)) {
    ++counts_.purged;
    unit& gone = *found->second.front();
    forget(gone);
    database_.bury(gone, now);
  }
}

void token_matching_unit::execute_again(base::instant now, unit& of,
                                        const std::shared_ptr<const std::string>& cause) {
  of.deaths.push_back(cause);
  give_back(of);
  leave_phase(of);
  of.state = unit_state::partial;  // in no list
  if (of.attempt >= limits_.attempts) return poison(now, of);
  ++counts_.reissued;
  ++of.attempt;
  of.replay = of.last_replay;
  acquire(now, of);
}

void token_matching_unit::give_back(const unit& of) {
  for (std::uint8_t place = 0; place < of.places; ++place)
    give_back(of.tag, of.process, of.granted_by);
}

void token_matching_unit::give_back(const tag& tag, const mmps::mmps_name& process,
                                    const mmps::mmps_name& granter) {
  ++counts_.given_back;
  mmps::message_header header;
  header.type = static_cast<std::uint8_t>(message_type::finished);
  header.source = identity_.self;
  header.destination = granter;
  header.tag = tag;
  std::array<std::byte, name_size> name;
  mmps::put_name(name.data(), process);
  send(header, name);
}

void token_matching_unit::note_instantiation_manager(base::instant now,
                                                     const mmps::mmps_name& name) {
  identity_.instantiation_manager = name;
  phase_list waiting;
  for (phase_list& equally : acquiring_) {
    while (unit* first = equally.front()) {
      equally.erase(*first);
      waiting.push_back(*first);
    }
  }
  while (unit* first = waiting.front()) {
    waiting.erase(*first);
    first->asked = 0;
    ++counts_.asked_again;
    ask(now, *first);
  }
}

// ---- ends

void token_matching_unit::fail(base::instant now, unit& failed, mmps::error_view error) {
  const std::vector<std::byte> bytes = describe(error, failed.class_hash, failed.function);
  for (const held_token& held : failed.held()) {
    if (!held.present()) continue;
    if (const mmps::mentat_message* token = database_.look_at(held)) {
      const std::span<const std::byte> future = future_of(*token);
      const std::vector<std::byte> kept(future.begin(), future.end());
      return fail(now, failed, kept, bytes);
    }
  }
  // Nobody can be told. No tombstone: whoever waits for the value may ask for it again.
  ++counts_.lost;
  forget(failed);
  database_.erase(failed);
}

void token_matching_unit::fail(base::instant now, unit& failed, std::span<const std::byte> future,
                               std::span<const std::byte> error) {
  std::vector<std::byte> whole(future.begin(), future.end());
  if (failed.more) {
    if (caller_in(whole).bound())
      mmps::note_messages_of_caller(whole, failed.more->messages, failed.more->abandoned);
    if (limits_.bug != base::seeded_bug::arcs_without_errors)
      whole.insert(whole.end(), failed.more->future.begin(), failed.more->future.end());
  }
  append_error_tokens(header_of(now, failed, message_type::token), whole, error, output_);
  forget(failed);
  database_.bury(failed, now);
}

void token_matching_unit::fail_first(base::instant now, const mmps::mentat_message& first,
                                     mmps::error_view error) {
  mmps::message_header origin = first.header;
  origin.source = identity_.self;
  append_error_tokens(origin, future_of(first),
                      describe(error, first.header.class_hash(), first.header.function), output_);
  database_.add_tombstone(first.header.tag, first.header.replay, now);
}

void token_matching_unit::poison(base::instant now, unit& failed) {
  ++counts_.poisoned;
  std::string text =
      "each of the " + std::to_string(failed.deaths.size()) + " processes that executed it ended: ";
  for (const auto& cause : failed.deaths) {
    if (cause != failed.deaths.front()) text += "; ";
    text += *cause;
  }
  fail(now, failed, {.kind = error_kind::task_poisoned, .text = text, .limit = "fixed.attempts"});
}

void token_matching_unit::forget(unit& gone) {
  stop_timing(gone);
  if (gone.state == unit_state::running && limits_.bug != base::seeded_bug::places_kept)
    give_back(gone);
  leave_phase(gone);
}

void token_matching_unit::on_bye(base::instant now, const mmps::mentat_message& message) {
  const std::uint32_t session = session_of(message.header.graph);
  ended_.note(session, now);
  while (unit* gone = database_.first_of_session(session)) {
    ++counts_.purged;
    forget(*gone);
    database_.erase(*gone);
  }
}

// ---- time

void token_matching_unit::tick(base::instant now) {
  while (!deadlines_.empty() && deadlines_.begin()->first <= now) {
    unit* late = database_.find(deadlines_.begin()->second);
    MENTAT_CHECK(late, "a deadline of no unit");
    stop_timing(*late);
    if (late->state == unit_state::running) continue;
    ++counts_.out_of_time;
    fail(now, *late,
         {.kind = error_kind::out_of_time,
          .text = late->state == unit_state::partial ? "arguments did not come in time"
                                                     : "there was no process for it in time",
          .limit = late->budgeted ? "budget" : "fixed.partial_life"});
  }
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
  ended_.expire(now);
}

base::instant token_matching_unit::next_deadline() const {
  base::instant next =
      std::min({database_.next_expiry(), dead_.next_expiry(), ended_.next_expiry()});
  if (!deadlines_.empty()) next = std::min(next, deadlines_.begin()->first);
  for (const phase_list& equally : acquiring_)
    if (equally.front()) next = std::min(next, equally.front()->ask_again);
  return next;
}

// ---- messages

mmps::message_header token_matching_unit::header_of(base::instant now, const unit& of,
                                                    message_type type) const {
  mmps::message_header header;
  header.type = static_cast<std::uint8_t>(type);
  header.flags = of.flags;
  header.source = identity_.self;
  header.tag = of.tag;
  header.graph = of.graph;
  header.set_class_hash(of.class_hash);
  header.function = of.function;
  header.argument_count = of.argument_count;
  header.depth = of.depth;
  header.attempt = of.attempt;
  header.replay = of.replay;
  header.priority = of.priority;
  if (of.budgeted) {
    const base::duration left = std::max<base::duration>(of.deadline - now, 0) / base::millisecond;
    header.budget_ms = static_cast<std::uint32_t>(std::max<base::duration>(left, 1));
  }
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
