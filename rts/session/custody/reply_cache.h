// Keeps the results of calls of this process's objects that may be repeated, because their caller
// may be executed again: each takes effect once (docs/custody.md). A call is identified by its
// object, its function and its lineage.
//
// The first call is executed; a repetition meanwhile waits for it; a later one gets the kept
// result. Entries do not expire: a unit may run for hours before its process dies. Results are
// dropped, the oldest first, beyond `max_bytes`; a repetition of such a call is refused, never
// executed. Calls beyond `max_calls` are forgotten, the oldest first; a repetition takes effect
// again. Thread-safety: all functions. Errors: none. Cost: a lock and a look-up; some 120 bytes per
// call, and its result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

#include "mmps/base/fixed_limits.h"
#include "mmps/base/seeded_bug.h"
#include "mmps/wire/mmps_name.h"
#include "rts/core/custody_scope.h"

namespace mentat::node {

class reply_cache {
 public:
  static constexpr std::size_t max_calls = fixed::kept_results.value;
  static constexpr std::size_t max_bytes = std::size_t{64} << 20;

  struct key {
    mmps::mmps_name object;
    mentat::lineage call = 0;
    // Number of its function: a unit that is executed again may decide otherwise.
    std::uint32_t function = 0;
    friend bool operator==(const key&, const key&) = default;
  };
  // Receives the result for a repeated call: a value, or an error, as bytes.
  using asker = std::function<void(bool error, std::span<const std::byte> result)>;

  explicit reply_cache(base::seeded_bug bug = base::seeded_bug::none) : bug_(bug) {}

  enum class begun : std::uint8_t {
    first,     // the caller executes it, then calls end()
    repeated,  // the asker was called, or will be
    dropped,   // it was executed, but its result is no longer kept
  };
  begun begin(const key& of, const asker& repeated);
  // Whether begin() would not answer `first`.
  [[nodiscard]] bool knows(const key& of) const;
  void end(const key& of, bool error, std::span<const std::byte> result);

  [[nodiscard]] std::size_t size() const;   // calls
  [[nodiscard]] std::size_t bytes() const;  // of results
  // Since the start: results dropped beyond max_bytes, and calls forgotten beyond max_calls.
  struct losses {
    std::uint64_t results = 0, calls = 0;
  };
  [[nodiscard]] losses lost() const;

 private:
  enum class state : std::uint8_t { executed, value, error, dropped };
  struct entry {
    reply_cache::state state = state::executed;
    std::vector<std::byte> result;
    std::vector<asker> waiting;
  };
  struct hash {
    std::size_t operator()(const key& of) const {
      return static_cast<std::size_t>(
          lineage_of(of.call, std::uint64_t{of.object.slot} << 32 | of.object.generation));
    }
  };
  void make_room();
  void drop(entry& one);

  const base::seeded_bug bug_;
  mutable std::mutex lock_;
  std::unordered_map<key, entry, hash> entries_;
  std::deque<key> ended_;    // oldest first
  std::size_t dropped_ = 0;  // calls at the front of ended_ without a result
  std::size_t bytes_ = 0;
  losses lost_;
};

}  // namespace mentat::node
