// Matches tokens with calls of this process's objects that came before all of their arguments
// [TOCS96 3.2.3]. The calls themselves stand in the queues of their objects, each at its place in
// its caller's order.
//
// A call is identified by the tag under which its caller waits, a token by (tag, argument number).
// Early and repeated tokens: docs/custody.md. The number of a tag holds a slot of the caller's
// table in the low bits and the slot's life above (pending_calls.h); for each slot the last life
// that had all of its arguments is kept, so that its repeated tokens are dropped. Ownership: owns
// early tokens. A call that waits for an argument cannot end, so a pointer suffices. Thread-safety:
// all functions. Limits: `max_calls` waiting calls, as many early tokens (beyond that the oldest
// are dropped), and `max_bytes` held by all of them; the last `max_ended` ended callers are
// remembered, and their late tokens dropped. Values apart from the tokens' bytes are not among
// those `max_bytes`: others have them, too. Cost: a lock and a look-up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <span>
#include <vector>

#include "mmps/base/blocks_apart.h"
#include "mmps/base/fixed_limits.h"
#include "mmps/base/seeded_bug.h"
#include "mmps/wire/mentat_message.h"
#include "mmps/wire/mmps_name.h"
#include "mmps/wire/tag.h"
#include "rts/core/computation_instance.h"

namespace mentat::node {

using mmps::tag;

class partial_calls {
 public:
  static constexpr std::size_t max_calls = fixed::partial_calls.value;
  static constexpr std::size_t max_ended = 4096;
  static constexpr std::size_t max_bytes = std::size_t{1} << 30;

  // The description that a token carries.
  struct token_header {
    mmps::mmps_name object;
    std::uint64_t class_hash = 0;
    std::uint16_t function = 0;
    std::uint16_t argument = 0;
    std::uint16_t flags = 0;
  };
  struct early_token : token_header {
    std::vector<std::byte> value;
    base::blocks_apart apart{};
    bool has_value = true;  // false: there was no room for it
  };
  struct waiting_call {
    computation_instance* call = nullptr;  // null: it was refused
    mmps::mmps_name object;
    std::uint64_t class_hash = 0;
    std::uint16_t function = 0;
    std::uint64_t missing = 0;  // a bit for each argument
    std::size_t bytes = 0;      // that it holds
  };
  struct lost_argument {
    computation_instance* call;
    std::size_t argument;
  };

  explicit partial_calls(base::seeded_bug bug = base::seeded_bug::none) : bug_(bug) {}

  enum class outcome : std::uint8_t { waits, full, known };
  // Makes the call wait. Moves the early tokens for which it waits to `early`, for the caller to
  // deliver.
  outcome add(const tag& of, waiting_call call, std::vector<early_token>& early);
  // The call that waits for this argument. If null, there is nothing to do.
  computation_instance* take(const tag& of, const token_header& token,
                             std::span<const std::byte> value);
  // The process that is this origin of tags has ended: returns the arguments of its calls
  // that will not come.
  std::vector<lost_argument> caller_ended(std::uint64_t process);

  [[nodiscard]] std::size_t waiting() const;
  [[nodiscard]] std::size_t early() const;
  // Early tokens that were dropped because there were too many.
  [[nodiscard]] std::uint64_t dropped() const;

 private:
  using early_tokens = std::vector<early_token>;

  static bool fits(const waiting_call& call, const token_header& token);
  static tag slot_of(const tag& of) { return {of.number & UINT32_MAX, of.origin}; }
  static std::uint32_t life_of(const tag& of) {
    return static_cast<std::uint32_t>(of.number >> 32);
  }
  [[nodiscard]] bool had_all(const tag& of) const;
  void keep_early(const tag& of, const token_header& token, std::span<const std::byte> value);
  void forget(const early_tokens& gone);

  const base::seeded_bug bug_;
  mutable std::mutex lock_;
  std::map<tag, waiting_call> calls_;
  std::map<tag, std::uint32_t> lives_;  // by slot: the last life that had all of its arguments
  std::map<tag, early_tokens> early_;
  std::size_t early_count_ = 0;
  std::uint64_t dropped_ = 0;
  std::deque<tag> in_order_;       // calls with early tokens, oldest first; some are over
  std::set<std::uint64_t> ended_;  // callers
  std::deque<std::uint64_t> ended_in_order_;
  std::size_t bytes_ = 0;
};

}  // namespace mentat::node
