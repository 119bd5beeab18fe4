// The calls of one durable object in the process where it is at the moment: which of them are
// executed, which are repetitions, and when an answer may leave.
//
//   arrived -- the next number --> admitted --> running --ends--> recorded --safe--> answered
//      |-- an earlier number: its kept answer again, or nothing if it runs or was settled
//      |-- a later number: refused; its predecessors are on their way
//
// Invariants: 1. Calls of an origin are admitted in the order of their numbers, without a gap, each
// once. 2. No answer is released before the effects are safe that the call has made or may have
// seen: its own, and all earlier ones of the object. 3. An answer is kept until its origin has
// settled it; a later call of the origin says nothing about it. A read makes no record. Its answer
// is in the record of the next effect of its origin, if the origin may not have it then; else a
// repetition of the read could see that effect.
// The object executes one call at a time, in the order of admission. Thread-safety: none.
// Ownership: values. Errors: verdicts. Cost: some look-ups for a call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "mmps/base/seeded_bug.h"
#include "rts/durable/effect.h"
#include "rts/durable/origin_table.h"

namespace mentat::durable {

class activation {
 public:
  struct call {
    durable::origin origin = 0;
    std::uint64_t number = 0;
    std::uint64_t settled = 0;  // the origin has the answers up to this number
    repetition name{};          // of a call that a unit makes
    bool is_read = false;
  };
  enum class verdict : std::uint8_t {
    admitted,   // execute it, then call end_read() or end()
    repeated,   // it has taken effect: `kept` is the answer
    running,    // its first occurrence will be answered, or has been
    forgotten,  // it has taken effect, and its answer is not kept any more
    early,      // calls before it are missing
  };
  struct judgement {
    verdict is = verdict::early;
    const answer* kept = nullptr;  // valid until the next call of a function
  };
  // An answer that may leave now.
  struct release {
    durable::origin to = 0;
    std::uint64_t number = 0;
    durable::answer answer;
  };

  // A new object, or one that goes on after `sequence` effects.
  activation(const mmps::mmps_name& object, std::uint64_t epoch, std::uint64_t sequence = 0,
             origin_table calls = {}, base::seeded_bug bug = base::seeded_bug::none)
      : object_(object), epoch_(epoch), sequence_(sequence), calls_(std::move(calls)), bug_(bug) {}

  judgement arrive(const call& one);
  // The call has ended: its record, which is to be made safe; then call safe(). `now` gets answers
  // that may leave at once.
  effect end(const call& one, answer given, std::vector<cell> changed, bool ends_object,
             std::vector<release>& now);
  // A read has ended, or a call that was refused before it began.
  void end_read(const call& one, answer given, std::vector<release>& now);
  // The effect of that number would survive the end of this process.
  std::vector<release> safe(std::uint64_t sequence);
  // The origin has ended.
  void forget(origin of);

  [[nodiscard]] const mmps::mmps_name& object() const { return object_; }
  [[nodiscard]] std::uint64_t epoch() const { return epoch_; }
  [[nodiscard]] std::uint64_t sequence() const { return sequence_; }
  [[nodiscard]] const origin_table& calls() const { return calls_; }
  // Answers of reads that are kept, and answers that wait for effects to be safe.
  [[nodiscard]] std::size_t kept_reads() const;
  [[nodiscard]] std::size_t held() const;

 private:
  struct caller {
    std::uint64_t admitted = 0;  // the highest number
    std::uint32_t running = 0;
    bool has_ended = false;
    std::map<std::uint64_t, answer> reads;  // not recorded
  };
  struct unsafe_effect {
    std::uint64_t sequence = 0;
    bool is_safe = false;
    std::vector<release> waiting;
  };
  struct place {
    durable::origin origin = 0;
    std::uint64_t number = 0;
  };

  judgement admit(caller& from, const call& one);
  void note_ended(const call& one);

  const mmps::mmps_name object_;
  const std::uint64_t epoch_;
  std::uint64_t sequence_;
  origin_table calls_;
  const base::seeded_bug bug_;
  std::map<origin, caller> callers_;
  // Calls of units that run, and their repetitions meanwhile.
  std::map<repetition, std::vector<place>> units_;
  std::deque<unsafe_effect> unsafe_;
};

}  // namespace mentat::durable
