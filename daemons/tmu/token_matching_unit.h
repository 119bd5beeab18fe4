// The token-matching unit (TMU) [TOCS96 3.2.3, 3.2.5], a pure machine: it collects the tokens of a
// regular computation, asks the instantiation manager (IM) for a process, delivers the complete
// unit there, and keeps it until the process says FINISHED.
//
// Takes: token, exec (for no particular object; callers send all of a tag to one TMU); arcs (from
// the caller of a unit: more arcs of its future); instantiated (from an IM: a process for the unit
// `tag`, or an error); finished (from the process that executed the unit); down (a process has
// ended): the owner checks its sender; claims; settled. Sends: instantiate and finished (a place is
// given back) to the IM; settled; claims, as a question, to callers; exec to the chosen process,
// and arcs, before it those that are here, with flag::partial, after it those that come; token with
// flag::error along futures, to objects, callers, and units of other TMUs.
//
// Rules (docs/custody.md):
//  1. When step() has returned, its message is in custody here, or needs none.
//  2. The first value or error of (tag, argument number) counts. Later ones are dropped, also after
//     the unit is done, until its tombstone is forgotten.
//  3. An error among the arguments goes at once along the future of the unit, which is not
//     executed.
//  4. A unit is in one process at a time. When that is down it is delivered to another one, until
//     fixed.attempts of them were executing it; then task_poisoned, with the causes, goes along its
//     future. So it does after fixed.deliveries. It is never delivered to a process that is known
//     to be down.
//     A unit that its caller had sent straight to a process, which ended, comes with attempt = 1
//     and, behind the arguments, the cause of that death and its length (4 bytes): it is delivered
//     as if this unit had sent it there.
//  5. Each place that an IM has given is given back to it once. Other units may follow in it
//     (granted_place.h), but none that a process has ended with.
//  6. Every unit that is not executed ends in an error token for each arc of its future, except
//     when its caller has ended while tokens were missing: the caller was the keeper of the arcs
//     along which they would come, and no other process waits for the result.
//  7. Processes keep what they send here, until this unit has settled it: when the unit is done.
//     One that takes the place of an ended one gets all of it again, and delivers nothing until it
//     knows which units are being executed (takeover.h). A unit that stays partial may have been
//     answered, and some of its tokens been settled: its caller is asked whether it still waits.
//     If the sender of a token ends, the caller of the unit gets the token and keeps it instead.
//  8. The n-th message with arcs of a caller is taken after the one before it, or left to the
//     caller: the answer says how many were taken.
// Ownership: units, until they are done. Thread-safety: none. Errors: never throws at a peer's
// bytes; counts the messages that it drops. Cost: some microseconds for the life of a unit
// (docs/tmu.md).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daemons/tmu/limits.h"
#include "daemons/tmu/linked_list.h"
#include "daemons/tmu/recent_set.h"
#include "daemons/tmu/spill_store.h"
#include "daemons/tmu/takeover.h"
#include "daemons/tmu/token_database.h"
#include "daemons/tmu/unit.h"
#include "mmps/base/instant.h"
#include "mmps/wire/error_value.h"
#include "mmps/wire/mentat_message.h"
#include "mmps/wire/message_type.h"
#include "mmps/wire/unit_claims.h"

namespace mentat::tmu {

struct identity {
  mmps::mmps_name self;                   // the process of this TMU
  mmps::mmps_name instantiation_manager;  // of this host
  std::string host;                       // name of the host in errors
  std::uint64_t seed = 0;                 // seed of the hash of tags
  bool takes_over = false;                // another one of this host has ended
};

// Counts of events since the start.
struct counts {
  std::uint64_t tokens = 0, duplicates = 0, malformed = 0, unexpected = 0;
  std::uint64_t delivered = 0, finished = 0, stale_finished = 0;
  std::uint64_t reissued = 0, asked_again = 0, given_back = 0;
  std::uint64_t errors_passed_on = 0, poisoned = 0, refused = 0, purged = 0;
  std::uint64_t adopted = 0;
};

class token_matching_unit {
 public:
  // `store` may be null: then nothing is spilled.
  token_matching_unit(identity identity, const limits& limits, spill_store* store);
  token_matching_unit(const token_matching_unit&) = delete;
  token_matching_unit& operator=(const token_matching_unit&) = delete;

  void step(base::instant now, mmps::mentat_message&& message);
  // As step(), for a message `down` of a process that only these units can have ended, by the
  // origins of their tags in ascending order; null: perhaps each of its units.
  void on_down(base::instant now, const mmps::mentat_message& message,
               const std::vector<std::uint64_t>* suspects);
  // A process that may execute units can be reached.
  void on_up(base::instant now, const mmps::mmps_name& process, bool is_driver);
  // Before a tick at which takeover::is_due(): what is executed in one that has not told.
  [[nodiscard]] const takeover& taking_over() const { return takeover_; }
  void presume(const mmps::mmps_name& process, std::vector<std::uint64_t> origins) {
    takeover_.presume(process, std::move(origins));
  }
  void tick(base::instant now);
  [[nodiscard]] base::instant next_deadline() const;
  [[nodiscard]] std::vector<mmps::mentat_message> take_output() {
    return std::exchange(output_, {});
  }

  [[nodiscard]] const counts& counted() const { return counts_; }
  [[nodiscard]] const token_database& database() const { return database_; }
  // Whether a complete unit waits for a process, or a question, so that a message will follow.
  // Running units and units with missing tokens wait for other processes.
  [[nodiscard]] bool acquires() const {
    return !queued_.empty() || takeover_.is_open() || asks_at_ ||
           std::ranges::any_of(acquiring_, [](const phase_list& list) { return !list.empty(); });
  }

 private:
  using phase_list = linked_list<unit, &unit::phase>;
  static constexpr std::size_t max_asked = 7;
  static constexpr std::size_t settled_at_once = 64;

  void on_token(base::instant now, mmps::mentat_message&& token);
  void on_exec(base::instant now, mmps::mentat_message&& whole);
  void on_arcs(base::instant now, const mmps::mentat_message& arcs);
  void on_instantiated(base::instant now, const mmps::mentat_message& answer);
  void on_finished(base::instant now, const mmps::mentat_message& message);
  void on_finished_early(base::instant now, const tag& tag, const mmps::mmps_name& process,
                         bool was_claimed);
  void on_claims(base::instant now, const mmps::mentat_message& message);
  void on_answered(base::instant now, const mmps::mentat_message& message);
  void ask_later(const tag& partial, base::instant now);
  void ask_callers(base::instant now);

  // matching
  bool is_done(const mmps::message_header& header);
  unit* begin_unit(base::instant now, const mmps::mentat_message& first, bool whole);
  unit* begin_partial(base::instant now, const mmps::mentat_message& first,
                      const mmps::mmps_name& caller);

  // acquisition and delivery
  void acquire(base::instant now, unit& complete);
  void acquire_queued(base::instant now);
  void ask(base::instant now, unit& waiting);
  bool adopt(unit& complete);
  void deliver(base::instant now, unit& complete, const std::shared_ptr<granted_place>& place);
  granted_place* used_place(const mmps::message_header& answer, const mmps::mmps_name& process,
                            const mmps::mmps_name& granter) const;
  void pass_on(base::instant now, const std::shared_ptr<granted_place>& place);
  std::optional<mmps::mentat_message> body_of(
      const unit& complete);  // nothing: the unit cannot be read from disk
  void leave_phase(unit& of);
  void execute_again(base::instant now, unit& of, const std::shared_ptr<const std::string>& cause,
                     bool is_suspect);
  void leave_place(unit& of);
  std::shared_ptr<granted_place> take_from_place(unit& of);
  void give_back_empty(granted_place& place);
  void give_back(const tag& tag, const mmps::mmps_name& process, const mmps::mmps_name& granter);

  // the ends of a unit
  void fail(base::instant now, unit& failed, mmps::error_view error);
  void fail(base::instant now, unit& failed, std::span<const std::byte> future,
            std::span<const std::byte> error);
  void send_arcs(const unit& of, std::span<const std::byte> future, std::uint16_t flags);
  void send_errors(const mmps::message_header& origin, std::span<const std::byte> future,
                   std::span<const std::byte> error);
  void pass_errors_on(base::instant now);
  void take_errors_again();
  void fail_first(base::instant now, const mmps::mentat_message& first, mmps::error_view error);
  void poison(base::instant now, unit& failed, const std::string& last_cause);
  void forget(unit& gone);  // takes it out of every table but the database
  void bury(base::instant now, unit& gone);
  void note_done(base::instant now, const tag& done);

  // what its senders keep
  using tags_by_process = std::map<mmps::mmps_name, std::vector<mmps::unit_claim>>;
  void settle(const mmps::mmps_name& sender, const tag& done);
  void settle_later(const mmps::mmps_name& executing, const tag& done);
  void hand_over(unit& of, const mmps::mmps_name& ended, std::size_t& room);
  void hand_over(unit& of, std::size_t argument, const mmps::mmps_name& ended, std::size_t& room);
  void send_settled();
  void send_tags(mmps::message_type type, const tags_by_process& all);
  void finish_step(base::instant now);

  [[nodiscard]] mmps::message_header header_of(const unit& of, mmps::message_type type) const;
  [[nodiscard]] std::vector<std::byte> describe(mmps::error_view error, std::uint64_t class_hash,
                                                std::uint16_t function) const;
  void send(const mmps::message_header& header, std::span<const std::byte> body);

  identity identity_;
  limits limits_;
  token_database database_;
  phase_list queued_;
  std::size_t asked_for_ = 0;  // the units in acquiring_
  std::array<phase_list, max_asked>
      acquiring_;  // by how often they were asked for: in order of time
  std::map<mmps::mmps_name, phase_list> partial_;  // by caller, if it is a process
  std::map<mmps::mmps_name, phase_list> running_;
  std::size_t places_ = 0;  // that units run in
  function_times times_;
  recent_set<mmps::mmps_name> dead_;
  takeover takeover_;
  tags_by_process settled_;        // not said yet
  tags_by_process settled_after_;  // with those who have said FINISHED, once that has been said
  std::optional<base::instant> says_settled_at_;
  struct unasked_unit {
    tmu::tag tag;
    base::instant since;
  };
  std::vector<unasked_unit> unasked_;  // partial; of which their callers were not asked
  std::optional<base::instant> asks_at_;
  std::vector<mmps::mentat_message> errors_later_;  // for units that may be claimed
  std::vector<mmps::mentat_message> output_;
  std::deque<mmps::mentat_message> errors_here_;  // for units of this one, within a step
  counts counts_;
};

}  // namespace mentat::tmu
