// The units of token-matching units that are executed in this process, each until all calls made on
// its behalf are over: then it is FINISHED (rts/core/custody_scope.h). Thread-safety: all
// functions. Ownership: a unit deletes itself when its last holder releases it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "mmps/base/seeded_bug.h"
#include "mmps/wire/mentat_message.h"
#include "mmps/wire/mmps_name.h"
#include "rts/core/custody_scope.h"
#include "rts/session/custody/added_arcs.h"
#include "rts/session/endpoint/outbox.h"

namespace mentat::node {

class executed_unit;

class executed_units {
 public:
  executed_units(outbox& out, added_arcs& added, base::seeded_bug bug = base::seeded_bug::none)
      : out_(out), added_(added), bug_(bug) {}

  // Returns a unit held by the caller.
  executed_unit& begin(const mmps::message_header& unit);
  // From the unit's token-matching unit.
  void on_arcs(const mmps::message_header& header, std::span<const std::byte> future);
  // If it was a token-matching unit: units whose arcs it has sent ahead will not follow.
  void process_ended(const mmps::mmps_name& process);

  // The origins of the tags of these units, at most `most`.
  [[nodiscard]] std::vector<std::uint64_t> some(std::size_t most) const;
  [[nodiscard]] std::uint32_t count() const { return count_.load(std::memory_order_relaxed); }

 private:
  friend class executed_unit;

  outbox& out_;
  added_arcs& added_;
  const base::seeded_bug bug_;
  std::atomic<std::uint32_t> count_{0};
  mutable std::mutex lock_;
  std::multimap<std::uint64_t, executed_unit*> all_;  // by the origin of the tag
  std::map<mmps::tag, mmps::mmps_name> to_follow_;    // units whose arcs are here; from whom
};

class executed_unit final : public custody_scope {
 public:
  executed_unit(executed_units& in, const mmps::message_header& unit);

  // Takes the arcs that have come, when the result goes out. The caller serves later ones.
  std::optional<added_arcs::added> take_arcs();

 private:
  friend class executed_units;
  void over() override;
  void say_finished();

  executed_units& in_;
  const mmps::message_header unit_;
  std::multimap<std::uint64_t, executed_unit*>::iterator listed_;
  bool takes_arcs_ = true;  // with the lock
};

}  // namespace mentat::node
