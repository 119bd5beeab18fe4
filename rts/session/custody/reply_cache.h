// What calls of the objects of this process gave that may come once more, because who made them may
// be executed again: so that each takes effect once (docs/custody.md). A call
// is known by its object and its lineage.
//
// The first one is executed; one that comes meanwhile waits for it; one that comes later is
// answered from what is kept. Results are kept for `life` after they are known, at most
// `max_results` and `max_bytes` of them: then the oldest go. Thread-safety: all functions.
// Errors: none. Cost: a lock and a look-up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

#include "mmps/base/instant.h"
#include "mmps/base/seeded_bug.h"
#include "mmps/wire/mmps_name.h"
#include "rts/core/custody_scope.h"

namespace mentat::node {

class reply_cache {
 public:
  static constexpr base::duration life = 60 * base::second;
  static constexpr std::size_t max_results = 65536;
  static constexpr std::size_t max_bytes = std::size_t{64} << 20;

  struct key {
    mmps::mmps_name object;
    mentat::lineage call = 0;
    friend bool operator==(const key&, const key&) = default;
  };
  // Gets the result of a call that is repeated: a value, or an error, as bytes.
  using asker = std::function<void(bool error, std::span<const std::byte> result)>;

  explicit reply_cache(base::seeded_bug bug = base::seeded_bug::none) : bug_(bug) {}

  // True: it is the first, execute it, and say end(). False: the asker was called, or will be.
  bool begin(base::instant now, const key& of, const asker& repeated);
  void end(base::instant now, const key& of, bool error, std::span<const std::byte> result);

  [[nodiscard]] std::size_t size() const;

 private:
  struct entry {
    bool known = false;
    bool error = false;
    std::vector<std::byte> result;
    std::vector<asker> waiting;
  };
  struct hash {
    std::size_t operator()(const key& of) const {
      return static_cast<std::size_t>(
          lineage_of(of.call, std::uint64_t{of.object.slot} << 32 | of.object.generation));
    }
  };
  void forget_old(base::instant now);

  const base::seeded_bug bug_;
  mutable std::mutex lock_;
  std::unordered_map<key, entry, hash> entries_;
  std::deque<std::pair<base::instant, key>> in_order_;  // of those that are known: when they end
  std::size_t bytes_ = 0;
};

}  // namespace mentat::node
