// Gets a process for a complete unit from the instantiation manager, delivers the unit there, and
// handles the end of that process.
#include <algorithm>
#include <bit>
#include <optional>

#include "daemons/tmu/error_tokens.h"
#include "daemons/tmu/message_parts.h"
#include "daemons/tmu/token_matching_unit.h"
#include "mmps/wire/codec.h"
#include "mmps/wire/little_endian.h"
#include "mmps/wire/message_type.h"

namespace mentat::tmu {
namespace {

using mmps::error_kind;
using mmps::message_type;

constexpr std::size_t name_size = sizeof(mmps::mmps_name);

constexpr std::size_t orders_size = sizeof(std::uint64_t);

// A bit for each token.
std::uint64_t all_of(const unit& complete) {
  const std::size_t count = complete.held().size();
  return count == 0 ? 0 : ~std::uint64_t{0} >> (64 - count);
}

bool has_mixed_orders(const unit& complete) {
  return complete.swapped != 0 && complete.swapped != all_of(complete);
}

// What the order of bytes of its values says in the header.
std::uint16_t flags_of_order(const unit& complete) {
  if (complete.swapped == 0) return 0;
  return has_mixed_orders(complete) ? mmps::flag::mixed : mmps::flag::swapped;
}

// An upper bound: the futures of all tokens but the first will be left out.
std::size_t longest_body_of(const unit& complete) {
  std::size_t length = has_mixed_orders(complete) ? orders_size : 0;
  for (const held_token& held : complete.held()) length += held.body_length();
  return length;
}

std::size_t length_apart_of(const unit& complete) {
  std::size_t length = 0;
  for (const held_token& held : complete.held()) length += held.length_apart();
  return length;
}

}  // namespace

void token_matching_unit::acquire(base::instant now, unit& complete) {
  complete.state = unit_state::queued;
  queued_.push_back(complete);
  acquire_queued(now);
}

void token_matching_unit::acquire_queued(base::instant now) {
  const unit* waits = nullptr;  // the first that may be running in a process that has not told
  const std::size_t most = std::min(limits_.asked_at_once, limits_.asked_at_first + 2 * places_);
  while (!queued_.empty() && queued_.front() != waits && asked_for_ < most &&
         !takeover_.is_open()) {
    unit& next = *queued_.front();
    queued_.erase(next);
    if (adopt(next)) continue;
    if (takeover_.may_be_claimed(next.tag)) {
      queued_.push_back(next);
      if (!waits) waits = &next;
      continue;
    }
    ++asked_for_;
    next.state = unit_state::acquiring;
    next.asked = 0;
    ask(now, next);
  }
}

void token_matching_unit::ask(base::instant now, unit& waiting) {
  mmps::message_header header = header_of(waiting, message_type::instantiate);
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
  // A place of an earlier attempt is given back: its manager would keep the request of this one
  // waiting, because a call has one place in a process at a time.
  const bool is_late = unit && unit->attempt != header.attempt;
  const bool has_ended =
      dead_.contains(process) && limits_.bug != base::seeded_bug::delivered_to_the_ended;
  if (!unit || is_late || unit->state != unit_state::acquiring || has_ended) {
    // The manager may have answered twice, with one place: it is given back when it is empty.
    if (granted_place* const place = used_place(header, process, granter))
      ++place->times;
    else
      give_back(header.tag, process, granter);
    return;
  }
  const auto place = std::make_shared<granted_place>();
  place->asked_for = header.tag;
  place->process = process;
  place->granted_by = granter;
  place->attempt = header.attempt;
  place->since = now;
  ++places_;
  deliver(now, *unit, place);
}

// The place that such an answer gave before, if units are running in it; null: there is none.
granted_place* token_matching_unit::used_place(const mmps::message_header& answer,
                                               const mmps::mmps_name& process,
                                               const mmps::mmps_name& granter) const {
  const auto in_process = running_.find(process);
  if (in_process == running_.end()) return nullptr;
  for (const unit* one = in_process->second.front(); one; one = phase_list::after(*one))
    if (one->place && one->place->asked_for == answer.tag &&
        one->place->attempt == answer.attempt && one->place->granted_by == granter &&
        one->place->times < 255)
      return one->place.get();
  return nullptr;
}

// A unit in the place is over: others follow in it, until its turn is over or the process has
// enough of them.
void token_matching_unit::pass_on(base::instant now, const std::shared_ptr<granted_place>& place) {
  const auto may_go_on = [&] {
    return place->is_given && now - place->since < granted_place::turn && !takeover_.is_open();
  };
  while (!queued_.empty() && may_go_on()) {
    unit& next = *queued_.front();
    // The manager knows which process may get a unit that has ended one.
    if (next.attempt > 1 || takeover_.may_be_claimed(next.tag) || takeover_.is_claimed(next.tag))
      break;
    if (!place->has_room_for(times_.of(next.class_hash, next.function))) break;
    deliver(now, next, place);
  }
  give_back_empty(*place);
}

void token_matching_unit::give_back_empty(granted_place& place) {
  if (place.units > 0 || !place.is_given) return;
  place.is_given = false;
  --places_;
  if (limits_.bug == base::seeded_bug::places_kept) return;
  for (std::uint8_t time = 0; time < place.times; ++time)
    give_back(place.asked_for, place.process, place.granted_by);
}

void token_matching_unit::deliver(base::instant now, unit& complete,
                                  const std::shared_ptr<granted_place>& place) {
  leave_phase(complete);
  complete.state = unit_state::running;
  complete.process = place->process;
  database_.set_place(complete, place);
  const std::uint32_t time = times_.of(complete.class_hash, complete.function);
  complete.expected_time = time != 0 ? time : granted_place::longest_queue;
  place->queued += complete.expected_time;
  ++place->units;
  running_[place->process].push_back(complete);

  if (longest_body_of(complete) + length_apart_of(complete) > mmps::mentat_message::max_body)
    return fail(now, complete,
                {.kind = error_kind::limit_error,
                 .text = "the arguments of one call are together larger than 1 GiB",
                 .limit = "fixed.message"});
  std::optional<mmps::mentat_message> exec = body_of(complete);
  if (!exec)
    return fail(now, complete,
                {.kind = error_kind::data_lost, .text = tmu::text_of(database_.last_fault())});
  ++counts_.delivered;
  if (complete.more) send_arcs(complete, complete.more->future, mmps::flag::partial);
  mmps::message_header header = header_of(complete, message_type::exec);
  header.destination = place->process;
  header.flags = flags_of_order(complete);
  header.body_length = exec->header.body_length;
  header.future_length = exec->header.future_length;
  exec->header = header;
  output_.push_back(std::move(*exec));
}

// The future, once, and the values in order, behind their orders of bytes if these differ. A single
// message in memory is not copied.
std::optional<mmps::mentat_message> token_matching_unit::body_of(const unit& complete) {
  const std::span<held_token> all = complete.held();
  const mmps::mentat_message* token = database_.look_at(all[0]);
  if (!token) return std::nullopt;
  if (all.size() == 1) return token->again();
  const auto storage = std::make_shared_for_overwrite<std::byte[]>(longest_body_of(complete));
  const std::uint32_t future_length = token->header.future_length;
  std::byte* end = std::ranges::copy(future_of(*token), storage.get()).out;
  if (has_mixed_orders(complete)) {
    const bool is_big = std::endian::native == std::endian::big;
    mmps::put_little_endian(end, is_big ? complete.swapped ^ all_of(complete) : complete.swapped);
    end += orders_size;
  }
  base::blocks_apart apart;
  for (const held_token& held : all) {
    token = database_.look_at(held);
    if (!token) return std::nullopt;
    const auto done = static_cast<std::size_t>(end - storage.get());
    for (const base::block_apart& one : token->apart())
      apart.push_back({one.at - token->header.future_length + done, one.bytes, one.size});
    end = std::ranges::copy(value_of(*token), end).out;
  }
  mmps::mentat_message whole(storage, static_cast<std::size_t>(end - storage.get()));
  whole.header.future_length = future_length;
  whole.set_apart(std::move(apart));
  return whole;
}

// To the process where it runs, or is to run.
void token_matching_unit::send_arcs(const unit& of, std::span<const std::byte> future,
                                    std::uint16_t flags) {
  mmps::message_header header = header_of(of, message_type::arcs);
  header.destination = of.process;
  header.flags |= flags | (of.more->abandoned ? mmps::flag::abandoned : 0);
  header.set_arcs_number(of.more->messages);
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
  if (of.state == unit_state::queued) queued_.erase(of);
  if (of.state == unit_state::acquiring) {
    acquiring_[of.asked].erase(of);
    --asked_for_;
  }
  if (of.state == unit_state::running) leave(running_, of.process);
  if (of.caller.bound()) leave(partial_, std::exchange(of.caller, {}));
}

void token_matching_unit::on_finished(base::instant now, const mmps::mentat_message& message) {
  const mmps::message_header& header = message.header;
  unit* unit = database_.find(header.tag);
  const mmps::mmps_name process = header.source.process();
  if (unit) database_.note_sender(*unit, process);
  const bool was_claimed = takeover_.take(header.tag, process);
  if (!unit || unit->state != unit_state::running || unit->process != process ||
      unit->attempt != header.attempt)
    return on_finished_early(now, header.tag, process, was_claimed);
  ++counts_.finished;
  times_.note(unit->class_hash, unit->function, header.run_time());
  const std::shared_ptr<granted_place> place = take_from_place(*unit);
  bury(now, *unit);
  if (place) pass_on(now, place);
}

// A unit that the ended token-matching unit had delivered may be FINISHED before its tokens have
// come here again, and its process may have said so to the ended one.
void token_matching_unit::on_finished_early(base::instant now, const tag& tag,
                                            const mmps::mmps_name& process, bool was_claimed) {
  unit* unit = database_.find(tag);
  const bool is_delivered = unit && unit->state == unit_state::running;
  if (is_delivered || (!was_claimed && !takeover_.may_be_claimed(tag))) {
    ++counts_.stale_finished;
    if (!unit) settle(process, tag);
    return;
  }
  ++counts_.finished;
  if (!unit) settle(process, tag);
  note_done(now, tag);
}

void token_matching_unit::on_down(base::instant now, const mmps::mentat_message& message,
                                  const std::vector<std::uint64_t>* suspects) {
  const mmps::mmps_name process = message.header.source.process();
  if (!process.bound()) {
    ++counts_.malformed;
    return;
  }
  dead_.note(process, now);
  if ((message.header.flags & mmps::flag::replayable) != 0) database_.keep_tombstones();
  const auto cause = std::make_shared<const std::string>(
      text_of(message.body()).substr(0, mmps::max_cause_of_death));
  const bool forgets = limits_.bug == base::seeded_bug::units_not_delivered_again;
  for (auto found = running_.find(process); found != running_.end() && !forgets;
       found = running_.find(process)) {
    unit& in_process = *found->second.front();
    const bool is_suspect =
        !suspects || std::ranges::binary_search(*suspects, in_process.tag.origin);
    execute_again(now, in_process, cause, is_suspect);
  }
  for (auto found = partial_.find(process); found != partial_.end();
       found = partial_.find(process)) {
    ++counts_.purged;
    bury(now, *found->second.front());
  }
  std::size_t room = fixed::kept_tokens.value;
  database_.visit([&](unit& one) { hand_over(one, process, room); });
  settled_.erase(process);
  settled_after_.erase(process);
  for (const tag& one : takeover_.process_ended(process)) ask_later(one, now);
  if (!takeover_.is_open()) take_errors_again();
  finish_step(now);
}

void token_matching_unit::execute_again(base::instant now, unit& of,
                                        const std::shared_ptr<const std::string>& cause,
                                        bool is_suspect) {
  if (is_suspect) of.deaths.push_back(cause);
  leave_place(of);
  leave_phase(of);
  of.state = unit_state::partial;  // in no list
  if (of.deaths.size() >= limits_.attempts || of.attempt >= limits_.deliveries)
    return poison(now, of, *cause);
  ++counts_.reissued;
  ++of.attempt;
  acquire(now, of);
}

std::shared_ptr<granted_place> token_matching_unit::take_from_place(unit& of) {
  const std::shared_ptr<granted_place> place = of.place;
  if (!place) return nullptr;
  --place->units;
  place->queued -= of.expected_time;
  database_.set_place(of, nullptr);
  return place;
}

void token_matching_unit::leave_place(unit& of) {
  if (const auto place = take_from_place(of)) give_back_empty(*place);
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

}  // namespace mentat::tmu
