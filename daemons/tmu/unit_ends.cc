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
  append_error_tokens(header_of(failed, message_type::token), whole, error, output_);
  forget(failed);
  database_.bury(failed, now);
}

void token_matching_unit::fail_first(base::instant now, const mmps::mentat_message& first,
                                     mmps::error_view error) {
  mmps::message_header origin = first.header;
  origin.source = identity_.self;
  append_error_tokens(origin, future_of(first),
                      describe(error, first.header.class_hash(), first.header.function), output_);
  database_.add_tombstone(first.header.tag, now);
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

}  // namespace mentat::tmu
