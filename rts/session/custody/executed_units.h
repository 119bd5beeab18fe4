// The work units that are executed in this process, each until all calls made on its behalf are
// over: then its keeper is told that it is FINISHED (rts/core/custody_scope.h). The keeper is a
// token-matching unit, or the caller, which has sent the unit straight here (docs/custody.md).
// Thread-safety: all functions. Ownership: a unit deletes itself when its last holder releases it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "mmps/base/block_pool.h"
#include "mmps/base/clock.h"
#include "mmps/base/seeded_bug.h"
#include "mmps/shm/bell.h"
#include "mmps/wire/mentat_message.h"
#include "mmps/wire/mmps_name.h"
#include "mmps/wire/unit_claims.h"
#include "rts/core/custody_scope.h"
#include "rts/session/custody/added_arcs.h"
#include "rts/session/custody/finished_news.h"
#include "rts/session/endpoint/outbox.h"

namespace mentat::node {

class executed_unit;

// What the message that brought a unit says of its keeper.
struct kept_unit {
  mmps::mmps_name keeper;  // a process
  mmps::tag tag{};         // of the unit
  std::uint8_t attempt = 0;
  bool is_with_caller = false;  // the keeper is the caller
  mmps::tag waiting{};          // then: the tag under which it keeps the unit
};

class executed_units {
 public:
  // `page`: says to others which units have begun.
  // `run_time`: says how long a function ran, in place of the clock; empty: measured.
  executed_units(outbox& out, added_arcs& added, mmps::shm::doorbell& page,
                 const base::clock& clock, std::function<std::uint32_t()> run_time,
                 base::seeded_bug bug = base::seeded_bug::none)
      : out_(out),
        added_(added),
        page_(page),
        clock_(clock),
        run_time_(std::move(run_time)),
        bug_(bug),
        finished_(out) {}

  // Returns a unit held by the caller, which decodes its call; it has begun meanwhile.
  executed_unit& begin(const kept_unit& unit);
  // From the unit's token-matching unit.
  void on_arcs(const mmps::message_header& header, std::span<const std::byte> future);
  // If it was a token-matching unit: units whose arcs it has sent ahead will not follow.
  void process_ended(const mmps::mmps_name& process);
  [[nodiscard]] finished_news& finished() { return finished_; }
  [[nodiscard]] const finished_news& finished() const { return finished_; }

  // Those that the token-matching units before this one of its host have sent.
  [[nodiscard]] std::vector<mmps::unit_claim> of_units_before(const mmps::mmps_name& next) const;

  // The origins of the tags of these units, at most `most`.
  [[nodiscard]] std::vector<std::uint64_t> some(std::size_t most) const;
  [[nodiscard]] std::uint32_t count() const { return count_.load(std::memory_order_relaxed); }

 private:
  friend class executed_unit;

  outbox& out_;
  added_arcs& added_;
  mmps::shm::doorbell& page_;
  const base::clock& clock_;
  const std::function<std::uint32_t()> run_time_;
  const base::seeded_bug bug_;
  finished_news finished_;
  std::atomic<std::uint32_t> count_{0}, begun_{0};
  mutable std::mutex lock_;
  std::multimap<std::uint64_t, executed_unit*> all_;  // of TMUs, by the origin of the tag
  std::map<mmps::tag, mmps::mmps_name> to_follow_;    // units whose arcs are here; from whom
  mutable mmps::shm::spin_lock of_callers_lock_;
  executed_unit* of_callers_ = nullptr;  // a list
};

class executed_unit final : public custody_scope {
 public:
  executed_unit(executed_units& in, const kept_unit& unit);
  static void* operator new(std::size_t size) { return base::block_pool::take(size); }
  static void operator delete(void* block, std::size_t size) noexcept {
    base::block_pool::give_back(block, size);
  }

  [[nodiscard]] bool is_with_caller() const { return unit_.is_with_caller; }
  // Its call is decoded, and waits for its turn.
  void note_decoded() { leave_page(); }
  // Takes the arcs that have come, when the result goes out. The caller serves later ones.
  std::optional<added_arcs::added> take_arcs();
  // The time since the function began, in nanoseconds; 0: not measured. One unit in
  // `units_per_measure` is measured.
  [[nodiscard]] std::uint32_t run_time() const;

 private:
  friend class executed_units;
  static constexpr std::uint32_t units_per_measure = 8;

  static constexpr std::uint32_t nowhere = UINT32_MAX;

  void note_begun() override;
  void over() override;
  void say_finished();
  void enter_page();
  void leave_page();
  void list();
  void unlist();

  executed_units& in_;
  const kept_unit unit_;
  std::multimap<std::uint64_t, executed_unit*>::iterator listed_;  // of a token-matching unit
  executed_unit *before_ = nullptr, *after_ = nullptr;             // of a caller; with the lock
  base::instant begun_{};  // zero: it has not, or is not measured
  const bool is_measured_;
  std::uint32_t begun_at_ = nowhere;  // in the page
  bool takes_arcs_ = true;            // with the lock
};

}  // namespace mentat::node
