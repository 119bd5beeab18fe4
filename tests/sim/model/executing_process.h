// The simulator's model of a process that executes member functions; no program links it, and its
// protocol is not the product's (docs/simulator.md). It takes complete work units of regular
// classes and calls of persistent objects, hands them to its owner to be executed, sends what comes
// of them along their futures, and says FINISHED [TOCS96 3.2.3, 3.2.4, 3.2.5].
//
// In:  exec         to this process (a unit of a regular class) or to an object in it (a call)
//      instantiate  with flag::persistent, from the instantiation manager: an object is to be made
//      finished     from the process of an object that was called from here
//      down         a process has ended
// Out: emissions (messages), executions (to be executed by the owner, who answers with executed()),
//      new objects (to be made by the owner before it executes their calls), and what came of the
//      functions that stand in an mselect (the owner says select() when one comes to it).
//
// Rules:
//  1. FINISHED of a unit goes to who keeps it (the source of its exec) when everything that it
//     emitted is in custody: what goes to a token-matching unit or a waiting caller, when the owner
//     says in_custody(); a call of a persistent object, when the object's process says FINISHED.
//  2. A call of an object is kept here until then. If its process ends before, an error object_lost
//     goes along the call's future. A process that is known to be down is sent nothing.
//  3. An object executes one call at a time, in the order of arrival or as its functions select
//     (called_object.h). A call with flag::replayable takes effect once: what it emitted is kept
//     for `limits.life`, and a repetition is answered from there, before any function can accept
//     it, and also when the object has ended.
//  4. The manager hears of a new object when the caller's answer is in custody: until then it would
//     answer the caller itself if this process ended.
// Calls of objects come whole (exec), not as tokens. Ownership: units until they are finished,
// calls until FINISHED. Thread-safety: none. Errors: never throws at a peer's bytes; what makes no
// sense is counted and dropped; a limit that is passed is an error along the future. Cost: some
// look-ups for each message.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mmps/base/instant.h"
#include "mmps/wire/error_value.h"
#include "mmps/wire/mentat_message.h"
#include "tests/sim/model/called_object.h"
#include "tests/sim/model/computation_tag.h"
#include "rts/core/predicate_manager.h"

namespace mentat {

struct executing_identity {
  mmps::mmps_name self;
  mmps::mmps_name instantiation_manager;  // of this host
  std::string host;                       // as errors call it
};

struct executing_limits {
  std::size_t units = 65'536;    // taken and not finished
  std::size_t objects = 65'536;  // persistent
  std::size_t results = 65'536;  // kept for calls that may be repeated
  std::size_t dead = 4'096;      // processes that are known to be down; the oldest is forgotten
  base::duration life = 60 * base::second;  // of a kept result
};

// To be executed now. The owner answers with executed(id, ...).
struct execution {
  std::uint64_t id = 0;
  mmps::mmps_name object;     // unbound: of a regular class
  mmps::mentat_message unit;  // without a source: serve() of the object
};

// An mselect is over: the function of `by` executes the accepted call, says executed(), and goes
// on.
struct acceptance {
  std::uint64_t by = 0;
  int operation = 0;
  execution accepted;
};

// What comes of an execution: a value or error for the future, or none if the function handed the
// future on (rtf); and the calls that it made. Each call has tag, class, function, arguments,
// destination and body (with its future); the rest of the header is filled in here.
struct outcome {
  enum class kind : std::uint8_t { handed_on, value, error };
  kind what = kind::handed_on;
  std::vector<std::byte> result;
  std::vector<mmps::mentat_message> calls;
};

// A message to send. When its receiver has it in custody the owner says in_custody(id), or
// undelivered(id) if the receiver has ended before; id 0: nobody needs to know.
struct emission {
  std::uint64_t id = 0;
  std::uint64_t unit = 0;  // the execution from which it comes; 0: none
  mmps::mentat_message message;
};

// To be made by the owner, who answers with object_made().
struct new_object {
  mmps::mmps_name name;
  mmps::mentat_message request;  // class, and the arguments of the constructor
};

struct executing_output {
  std::vector<emission> emissions;
  std::vector<execution> executions;
  std::vector<acceptance> acceptances;
  // Functions that stood in an object that has ended: they are over, the owner says no more of
  // them.
  std::vector<std::uint64_t> unwound;
  std::vector<new_object> objects;
};

struct executing_counts {
  std::uint64_t executed = 0, finished = 0;
  std::uint64_t repeated = 0;      // calls that were answered from kept results
  std::uint64_t lost_calls = 0;    // of objects whose process has ended
  std::uint64_t routed_again = 0;  // tokens whose token-matching unit has ended
  std::uint64_t refused = 0, malformed = 0, unexpected = 0;
};

class executing_process {
 public:
  executing_process(executing_identity identity, const executing_limits& limits);

  void step(base::instant now, mmps::mentat_message&& message);
  void executed(base::instant now, std::uint64_t id, outcome&& came);
  // The function of `id`, of a persistent object, stands in an mselect. REQUIRES: it runs, and
  // executes no accepted call.
  void select(base::instant now, std::uint64_t id, const predicate_manager& wanted);
  // An error: why there is no such object after all, as an error value. `serves`: it has a thread
  // of control, which begins.
  void object_made(base::instant now, const mmps::mmps_name& name,
                   const std::optional<std::vector<std::byte>>& error, bool serves = false);
  // The program has ended: so do the objects, each behind what it can still execute. Calls that
  // none of their functions accepts fail with object_lost.
  void end_objects(base::instant now);
  void in_custody(base::instant now, std::uint64_t emission_id);
  void undelivered(base::instant now, std::uint64_t emission_id, mmps::mentat_message&& message);
  void tick(base::instant now);
  [[nodiscard]] base::instant next_deadline() const;
  [[nodiscard]] executing_output take_output() { return std::exchange(output_, {}); }

  [[nodiscard]] std::size_t unfinished() const { return units_.size(); }
  // Is a call of an object kept here under this tag?
  [[nodiscard]] bool keeps_call(const computation_tag& tag) const {
    return calls_by_tag_.contains(tag);
  }
  [[nodiscard]] std::size_t kept_results() const { return results_.size(); }
  [[nodiscard]] std::size_t objects() const { return objects_.size(); }
  // How many of them stand in an mselect that nothing ends yet.
  [[nodiscard]] std::size_t selecting() const;
  [[nodiscard]] const executing_counts& counted() const { return counts_; }

 private:
  struct unit {
    mmps::message_header origin;    // of its exec
    std::vector<std::byte> future;  // of its result
    std::size_t outside_custody = 0;
    bool done = false;  // it is no longer executed
  };
  // Of a call that may be repeated. What it emitted, so that it can be emitted again.
  struct kept_result {
    bool known = false;                 // not known: the call waits or is executed
    std::vector<std::uint64_t> askers;  // units: repetitions that wait until it is known
    outcome came;
  };
  struct kept_call {
    std::uint64_t unit = 0;
    mmps::mentat_message message;
  };
  struct created_object {
    mmps::message_header request;
    mmps::mmps_name name;
    bool made = false;
  };
  using result_key = std::pair<std::uint32_t, computation_tag>;  // object number, tag of the call

  void on_exec(base::instant now, mmps::mentat_message&& message);
  void on_call(base::instant now, std::uint64_t id, mmps::mentat_message&& call);
  void on_instantiate(mmps::mentat_message&& message);
  void on_finished(base::instant now, const mmps::message_header& header);
  void on_down(base::instant now, const mmps::mentat_message& message);

  void begin(std::uint64_t id, mmps::mmps_name object, mmps::mentat_message&& unit);
  void take_turns(base::instant now, const mmps::mmps_name& object);
  void end_call(base::instant now, std::uint64_t id, outcome&& came);
  void keep_result(base::instant now, const result_key& key, const outcome& came);
  void emit_outcome(base::instant now, std::uint64_t id, const outcome& came);
  void emit_call(base::instant now, std::uint64_t id, mmps::mentat_message&& call);
  void emit_token(std::uint64_t id, mmps::mentat_message&& token);
  kept_call take_call(std::map<std::uint64_t, kept_call>::iterator at);
  void call_lost(base::instant now, std::uint64_t emission_id);
  void emit_lost(std::uint64_t id, const mmps::mentat_message& call);
  void finish_if_done(std::uint64_t id);
  void fail(base::instant now, std::uint64_t id, mmps::error_kind kind, std::string_view text,
            std::string_view limit);
  void lose(base::instant now, std::uint64_t id, std::string_view text);  // object_lost
  void answer_created(const mmps::message_header& request, const mmps::mmps_name& name);
  void answer_created(const mmps::message_header& request, std::span<const std::byte> body,
                      std::uint16_t flags);
  [[nodiscard]] std::vector<std::byte> describe(const mmps::message_header& call,
                                                mmps::error_kind kind, std::string_view text,
                                                std::string_view limit) const;

  executing_identity identity_;
  executing_limits limits_;
  std::map<std::uint64_t, unit> units_;
  std::uint64_t last_unit_ = 0;
  std::uint64_t last_emission_ = 0;
  std::map<std::uint64_t, std::uint64_t> outside_custody_;  // emission to unit
  std::map<std::uint64_t, kept_call> calls_;                // of objects elsewhere, by emission
  std::multimap<computation_tag, std::uint64_t> calls_by_tag_;
  std::map<std::uint32_t, called_object> objects_;
  std::uint32_t last_object_ = 0;
  std::map<computation_tag, created_object> created_;
  std::map<std::uint64_t, mmps::mentat_message> created_news_;  // for the manager, by emission
  std::map<result_key, kept_result> results_;
  std::deque<std::pair<base::instant, result_key>> expiries_;  // of known results
  std::map<mmps::mmps_name, std::string> dead_;                // with their causes
  std::deque<mmps::mmps_name> dead_in_order_;
  executing_output output_;
  executing_counts counts_;
};

}  // namespace mentat
