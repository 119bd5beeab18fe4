// Ends the units that are not executed, and tells their callers.
#include <algorithm>

#include "daemons/tmu/error_tokens.h"
#include "daemons/tmu/message_parts.h"
#include "daemons/tmu/token_matching_unit.h"
#include "mmps/wire/future_blob.h"
#include "mmps/wire/message_type.h"

namespace mentat::tmu {

using mmps::error_kind;
using mmps::message_type;

void token_matching_unit::fail(base::instant now, unit& failed, mmps::error_view error) {
  const std::vector<std::byte> bytes = describe(error, failed.class_hash, failed.function);
  std::vector<std::byte> future = failed.future;
  for (const held_token& held : failed.held())
    if (future.empty() && held.message) {
      const std::span<const std::byte> bytes_of_future = future_of(*held.message);
      future.assign(bytes_of_future.begin(), bytes_of_future.end());
    }
  fail(now, failed, future, bytes);
}

void token_matching_unit::fail(base::instant now, unit& failed, std::span<const std::byte> future,
                               std::span<const std::byte> error) {
  std::vector<std::byte> whole(future.begin(), future.end());
  if (failed.more) {
    if (caller_in(whole).bound())
      mmps::note_arcs_of_caller(whole, failed.more->messages, failed.more->abandoned);
    if (limits_.bug != base::seeded_bug::arcs_without_errors)
      whole.insert(whole.end(), failed.more->future.begin(), failed.more->future.end());
  }
  send_errors(header_of(failed, message_type::token), whole, error);
  bury(now, failed);
}

void token_matching_unit::send_errors(const mmps::message_header& origin,
                                      std::span<const std::byte> future,
                                      std::span<const std::byte> error) {
  std::vector<mmps::mentat_message> all;
  append_error_tokens(origin, future, error, all);
  for (mmps::mentat_message& one : all) {
    mmps::mmps_name& to = one.header.destination;
    const bool is_own = to.slot == identity_.self.slot && to.host == identity_.self.host &&
                        to.incarnation == identity_.self.incarnation;
    const bool is_for_here =
        (is_own || !to.bound()) && limits_.bug != base::seeded_bug::errors_sent_to_itself;
    if (is_for_here) {
      to = identity_.self;
      errors_here_.push_back(std::move(one));
    } else {
      output_.push_back(std::move(one));
    }
  }
}

// In the same step, so that no end of this process comes between the end of one unit and that of
// the next.
void token_matching_unit::pass_errors_on(base::instant now) {
  while (!errors_here_.empty()) {
    mmps::mentat_message next = std::move(errors_here_.front());
    errors_here_.pop_front();
    on_token(now, std::move(next));
  }
}

void token_matching_unit::fail_first(base::instant now, const mmps::mentat_message& first,
                                     mmps::error_view error) {
  mmps::message_header origin = first.header;
  origin.source = identity_.self;
  send_errors(origin, future_of(first),
              describe(error, first.header.class_hash(), first.header.function));
  database_.add_tombstone(first.header.tag, now);
}

void token_matching_unit::poison(base::instant now, unit& failed, const std::string& last_cause) {
  ++counts_.poisoned;
  if (failed.deaths.size() < limits_.attempts) {
    const std::string text = "each of the " + std::to_string(failed.attempt) +
                             " processes that got it ended, " +
                             std::to_string(failed.deaths.size()) +
                             " of them while executing it; the last one: " + last_cause;
    return fail(now, failed,
                {.kind = error_kind::task_poisoned, .text = text, .limit = "fixed.deliveries"});
  }
  std::string text =
      "each of the " + std::to_string(failed.deaths.size()) + " processes that executed it ended: ";
  for (const auto& cause : failed.deaths) {
    if (cause != failed.deaths.front()) text += "; ";
    text += *cause;
  }
  fail(now, failed, {.kind = error_kind::task_poisoned, .text = text, .limit = "fixed.attempts"});
}

void token_matching_unit::forget(unit& gone) {
  leave_place(gone);
  leave_phase(gone);
}

void token_matching_unit::bury(base::instant now, unit& gone) {
  const bool is_executed = gone.state == unit_state::running;
  for (const mmps::mmps_name& sender : gone.senders)
    is_executed&& sender == gone.process ? settle_later(sender, gone.tag)
                                         : settle(sender, gone.tag);
  forget(gone);
  database_.bury(gone, now);
}

// Of a unit that has not been delivered from here.
void token_matching_unit::note_done(base::instant now, const tag& done) {
  if (unit* const unit = database_.find(done)) {
    if (unit->state != unit_state::running) bury(now, *unit);
  } else if (!database_.has_tombstone(done)) {
    database_.add_tombstone(done, now);
  }
}

// --- what the senders of its tokens keep

void token_matching_unit::settle(const mmps::mmps_name& sender, const tag& done) {
  if (!sender.bound() || sender == identity_.self || dead_.contains(sender)) return;
  std::vector<mmps::unit_claim>& all = settled_[sender];
  all.push_back({done});
  if (all.size() >= settled_at_once) send_settled();
}

// As long as a process keeps a token of the unit, one keeps the news that it has been executed.
void token_matching_unit::settle_later(const mmps::mmps_name& executing, const tag& done) {
  if (!dead_.contains(executing)) settled_after_[executing].push_back({done});
}

// What an ended process had sent is kept by the caller from now on. If it has ended, too, nobody
// waits for the unit. Errors take the place of values beyond `room` bytes: the caller keeps no
// more.
void token_matching_unit::hand_over(unit& of, const mmps::mmps_name& ended, std::size_t& room) {
  if (of.whole || std::ranges::find(of.senders, ended) == of.senders.end()) return;
  for (std::size_t argument = 0; argument < of.held().size(); ++argument)
    if (of.held()[argument].present()) hand_over(of, argument, ended, room);
}

void token_matching_unit::hand_over(unit& of, std::size_t argument, const mmps::mmps_name& ended,
                                    std::size_t& room) {
  const held_token& held = of.held()[argument];
  const mmps::mentat_message* const token = database_.look_at(held);
  if (!token || token->header.source.process() != ended) return;
  const mmps::mmps_name caller = of.caller.bound() ? of.caller : caller_in(future_of(*token));
  if (!caller.bound() || dead_.contains(caller)) return;
  mmps::message_header header = header_of(of, message_type::keep);
  header.destination = caller;
  header.attempt = 0;
  header.argument = static_cast<std::uint16_t>(argument);
  header.future_length = token->header.future_length;
  header.flags = token->header.flags & mmps::flag::swapped;
  const std::size_t bytes = held.body_length() + held.length_apart();
  if (bytes <= room) {
    room -= bytes;
    mmps::mentat_message kept = token->again();
    kept.set_header(header);
    output_.push_back(std::move(kept));
  } else {
    header.flags = mmps::flag::error;
    std::vector<std::byte> body(future_of(*token).begin(), future_of(*token).end());
    const std::vector<std::byte> error =
        describe({.kind = error_kind::data_lost,
                  .text = "the process that had sent a value has ended, then the token-matching "
                          "unit that had it, and the caller had kept too much already "
                          "(fixed.kept_tokens)"},
                 of.class_hash, of.function);
    body.insert(body.end(), error.begin(), error.end());
    send(header, body);
  }
  database_.note_sender(of, caller);
}

void token_matching_unit::send_settled() {
  send_tags(message_type::settled, settled_);
  settled_ = std::exchange(settled_after_, {});
  says_settled_at_.reset();
}

void token_matching_unit::send_tags(message_type type, const tags_by_process& all) {
  for (const auto& [process, tags] : all) {
    mmps::message_header header;
    header.type = static_cast<std::uint8_t>(type);
    header.source = identity_.self;
    header.destination = process;
    send(header, mmps::write_claims(tags));
  }
}

// --- taking the place of an ended unit

void token_matching_unit::on_up(base::instant now, const mmps::mmps_name& process, bool is_driver) {
  takeover_.note_up(now, process, is_driver);
  if (!takeover_.is_open()) take_errors_again();
  finish_step(now);
}

void token_matching_unit::on_claims(base::instant now, const mmps::mentat_message& message) {
  const mmps::mmps_name process = message.header.source.process();
  const auto heard = process.bound() ? takeover_.on_claims(now, process, message.body())
                                     : takeover::hearing::malformed;
  if (heard == takeover::hearing::malformed) ++counts_.malformed;
  if (heard == takeover::hearing::unexpected) ++counts_.unexpected;
  if (!takeover_.is_open()) take_errors_again();
}

// Those that are for units that are not executed count.
void token_matching_unit::take_errors_again() {
  for (mmps::mentat_message& one : std::exchange(errors_later_, {}))
    errors_here_.push_back(std::move(one));
}

void token_matching_unit::ask_later(const tag& partial, base::instant now) {
  unasked_.push_back({partial, now});
  if (!asks_at_) asks_at_ = now + limits_.asks_callers_after;
}

// A partial unit whose tokens were settled, when it was done, would wait for them as long as its
// caller lives.
void token_matching_unit::ask_callers(base::instant now) {
  tags_by_process asked;
  std::vector<unasked_unit> later;
  for (const unasked_unit& one : std::exchange(unasked_, {})) {
    unit* const unit = database_.find(one.tag);
    if (!unit || !unit->caller.bound() || takeover_.is_claimed(one.tag)) continue;
    const bool is_up = takeover_.is_up(unit->caller);
    if (takeover_.may_be_claimed(one.tag) ||
        (!is_up && now < one.since + limits_.callers_come_within)) {
      later.push_back(one);
    } else if (is_up) {
      asked[unit->caller].push_back({one.tag});
    } else {
      ++counts_.purged;
      bury(now, *unit);
    }
  }
  send_tags(message_type::claims, asked);
  unasked_ = std::move(later);
  asks_at_.reset();
  if (!unasked_.empty()) asks_at_ = now + limits_.asks_callers_after;
}

// The caller of these units does not wait for their results.
void token_matching_unit::on_answered(base::instant now, const mmps::mentat_message& message) {
  const auto all = mmps::read_claims(message.body());
  if (!all) {
    ++counts_.malformed;
    return;
  }
  for (const mmps::unit_claim& one : *all) {
    unit* const unit = database_.find(one.tag);
    if (!unit || !unit->caller.bound() || unit->caller != message.header.source.process()) continue;
    if (takeover_.is_claimed(one.tag) || takeover_.may_be_claimed(one.tag)) continue;
    ++counts_.purged;
    bury(now, *unit);
  }
}

// True: the unit is being executed already. It has no place that would have to be given back: its
// manager has released those of the ended token-matching unit.
bool token_matching_unit::adopt(unit& complete) {
  const auto claim = takeover_.take(complete.tag);
  if (!claim || dead_.contains(claim->process)) return false;
  ++counts_.adopted;
  complete.state = unit_state::running;
  complete.attempt = claim->attempt;
  complete.process = claim->process;
  running_[claim->process].push_back(complete);
  if (complete.more) send_arcs(complete, complete.more->future, 0);
  return true;
}

}  // namespace mentat::tmu
