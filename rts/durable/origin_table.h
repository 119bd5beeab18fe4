// Which calls of each origin have taken effect on one durable object, and the answers that their
// callers may not have yet. The process of the object has one, and the keeper another one beside
// its image of the object; both apply the same effects and so agree.
//
// Invariants: 1. last() never falls. 2. An answer is kept until its origin has settled it, or has
// ended: no timer. The answers to calls of units that may be repeated are kept beyond that, the
// oldest dropped first beyond `max_repetitions`. Thread-safety: none. Errors: decode() gives
// nothing for bytes that make no sense. Cost: logarithmic in the origins and in the kept answers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>

#include "mmps/base/byte_buffer.h"
#include "mmps/base/fixed_limits.h"
#include "rts/durable/effect.h"

namespace mentat::durable {

class origin_table {
 public:
  static constexpr std::size_t max_repetitions = fixed::kept_results.value;

  // The highest number of a call that has taken effect; 0: none has.
  [[nodiscard]] std::uint64_t last(origin of) const;
  // The answer that is kept for a call; null: none.
  [[nodiscard]] const answer* find(origin of, std::uint64_t number) const;
  [[nodiscard]] const answer* find(const repetition& of) const;
  // Calls `visit(number, answer)` for the kept answers of an origin.
  template <class Visitor>
  void visit(origin of, Visitor&& visit) const {
    const auto found = origins_.find(of);
    if (found == origins_.end()) return;
    for (const auto& [number, kept] : found->second.answers) visit(number, kept);
  }

  void apply(const effect& one);
  // The origin has the answers up to this number.
  void settle(origin of, std::uint64_t up_to);
  // The origin has ended: it repeats no call.
  void forget(origin of) { origins_.erase(of); }

  [[nodiscard]] std::size_t origins() const { return origins_.size(); }
  [[nodiscard]] std::size_t kept() const;   // answers, without those of units
  [[nodiscard]] std::size_t bytes() const;  // of encode(), roughly

  void encode(byte_sink& into) const;
  static std::optional<origin_table> decode(byte_cursor& from);

 private:
  struct state {
    std::uint64_t last = 0;
    std::map<std::uint64_t, answer> answers;
  };
  void keep_for_repetition(const repetition& name, const answer& what);

  std::map<origin, state> origins_;
  std::map<repetition, answer> repetitions_;
  std::deque<repetition> in_order_;  // oldest first
};

}  // namespace mentat::durable
