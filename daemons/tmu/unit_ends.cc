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
  settle(first.header.source.process(), first.header.tag);
}

void token_matching_unit::poison(base::instant now, unit& failed, const std::string& last_cause) {
  ++counts_.poisoned;
  if (failed.deaths.size() < limits_.attempts) {
    const std::string text = "each of the " + std::to_string(failed.attempt) +
                             " processes that got it ended, " +
                             std::to_string(failed.deaths.size()) +
                             " of them after it had begun; the last one: " + last_cause;
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
  if (gone.state == unit_state::running && limits_.bug != base::seeded_bug::places_kept)
    give_back(gone);
  leave_phase(gone);
}

void token_matching_unit::bury(base::instant now, unit& gone) {
  for (const mmps::mmps_name& sender : gone.senders) settle(sender, gone.tag);
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
  if (all.size() < settled_at_once) return;
  send_settled_to(sender, all);
  settled_.erase(sender);
}

void token_matching_unit::send_settled_to(const mmps::mmps_name& sender,
                                          std::span<const mmps::unit_claim> all) {
  mmps::message_header header;
  header.type = static_cast<std::uint8_t>(message_type::settled);
  header.source = identity_.self;
  header.destination = sender;
  send(header, mmps::write_claims(all));
}

void token_matching_unit::send_settled() {
  for (const auto& [sender, all] : settled_) send_settled_to(sender, all);
  settled_.clear();
  says_settled_at_.reset();
}

// --- taking the place of an ended unit

void token_matching_unit::on_up(base::instant now, const mmps::mmps_name& process, bool is_driver) {
  takeover_.await(now, process, is_driver);
  finish_step(now);
}

void token_matching_unit::on_claims(base::instant now, const mmps::mentat_message& message) {
  const mmps::mmps_name process = message.header.source.process();
  if (!process.bound() || !takeover_.on_claims(now, process, message.body())) ++counts_.malformed;
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
  complete.places = 0;
  running_[claim->process].push_back(complete);
  if (complete.more) send_arcs(complete, complete.more->future, 0);
  return true;
}

}  // namespace mentat::tmu
