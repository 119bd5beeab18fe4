// Calls of objects of this process that came before all of their arguments: the matching of tokens
// for them [TOCS96 3.2.3]. The calls themselves stand in the queues of their objects, each at its
// place in its caller's order.
//
// A call is known by the tag under which its caller waits; a token by (tag, argument number). Early
// and repeated tokens: docs/custody.md. The first half of a tag is a slot of the caller's table
// and, above, its life (pending_calls.h); of each slot the last life that had all of its arguments
// is known, so that its repeated tokens are dropped. Ownership: tokens that came early. A call that
// waits for an argument cannot end, so it is only named here. Thread-safety: all functions. Limits:
// `max_calls` that wait, as many tokens that came early (then the oldest go), and `max_bytes` of
// what all of them hold; of the callers that have ended the last `max_ended` are remembered, whose
// late tokens are dropped. Cost: a lock and a look-up.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <span>
#include <vector>

#include "mmps/base/seeded_bug.h"
#include "mmps/wire/mentat_message.h"
#include "mmps/wire/mmps_name.h"
#include "rts/core/computation_instance.h"

namespace mentat::node {

class partial_calls {
 public:
  using tag = std::array<std::uint64_t, 2>;  // its second half says which process waits
  static constexpr std::size_t max_calls = 65536;
  static constexpr std::size_t max_ended = 4096;
  static constexpr std::size_t max_bytes = std::size_t{1} << 30;

  // What a token says of itself.
  struct token_header {
    mmps::mmps_name object;
    std::uint64_t class_hash = 0;
    std::uint16_t function = 0;
    std::uint16_t argument = 0;
    std::uint16_t flags = 0;
  };
  struct early_token : token_header {
    std::vector<std::byte> value;
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
  // The call waits from now on. The tokens that came before it, each one that it waits for, go to
  // `early`, to be taken in.
  outcome add(const tag& of, waiting_call call, std::vector<early_token>& early);
  // The call whose argument this is, if it waits for it. Else null, and there is nothing to do.
  computation_instance* take(const tag& of, const token_header& token,
                             std::span<const std::byte> value);
  // The process has ended whose calls have tags with this second half: what they wait for will not
  // come.
  std::vector<lost_argument> caller_ended(std::uint64_t process);

  [[nodiscard]] std::size_t waiting() const;
  [[nodiscard]] std::size_t early() const;

 private:
  using early_tokens = std::vector<early_token>;

  static bool fits(const waiting_call& call, const token_header& token);
  static tag slot_of(const tag& of) { return {of[0] & UINT32_MAX, of[1]}; }
  static std::uint32_t life_of(const tag& of) { return static_cast<std::uint32_t>(of[0] >> 32); }
  [[nodiscard]] bool had_all(const tag& of) const;
  void keep_early(const tag& of, const token_header& token, std::span<const std::byte> value);
  void forget(const early_tokens& gone);

  const base::seeded_bug bug_;
  mutable std::mutex lock_;
  std::map<tag, waiting_call> calls_;
  std::map<tag, std::uint32_t> lives_;  // by slot: the last one that had all of its arguments
  std::map<tag, early_tokens> early_;
  std::size_t early_count_ = 0;
  std::deque<tag> in_order_;  // of those whose tokens came early; some are over
  std::set<std::uint64_t> ended_;  // callers
  std::deque<std::uint64_t> ended_in_order_;
  std::size_t bytes_ = 0;
};

}  // namespace mentat::node
