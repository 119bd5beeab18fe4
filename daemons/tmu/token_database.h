// The tokens that a token-matching unit keeps [TOCS96 3.2.5, 3.2.4]: units by tag, and the
// tombstones of those that are done.
//
// Invariants:
//  1. used() is the sum of the sizes of the index and of the tokens in memory; it is 0 when no unit
//  is
//     kept.
//  2. After make_room() it is at most `tmu.memory`, unless no more can be spilled.
//  3. Units are spilled whole, the one that was touched longest ago first. Its index entry stays in
//     memory, and so do later tokens, until it is the coldest again. Spilled tokens
//     stay on disk until the unit is erased; look_at() reads them.
//  4. A tag has a unit or a tombstone, never both.
// Ownership: units and their tokens. Errors: spill faults are remembered; nothing throws.
// Thread-safety: none. Cost: one hash look-up a call; no order of a hash table reaches an output.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <span>
#include <unordered_map>
#include <unordered_set>

#include "daemons/tmu/limits.h"
#include "daemons/tmu/linked_list.h"
#include "daemons/tmu/spill_store.h"
#include "daemons/tmu/unit.h"
#include "mmps/base/instant.h"
#include "mmps/wire/mentat_message.h"

namespace mentat::tmu {

class token_database {
 public:
  // The store may be null: then nothing is spilled. `seed` makes the hash of tags unpredictable.
  token_database(const limits& limits, spill_store* store, std::uint64_t seed);

  [[nodiscard]] unit* find(const tag& tag);
  [[nodiscard]] const unit* find(const tag& tag) const;
  // A partial unit without tokens, for the tag, class, function and so on of this message.
  // REQUIRES: the tag has no unit.
  unit& add(const mmps::message_header& header, bool whole);
  void erase(unit& gone);
  void bury(unit& gone, base::instant now);  // erase, and a tombstone

  // REQUIRES: the token is not present.
  void store(unit& owner, std::size_t index, mmps::mentat_message&& message);
  // Takes the next message with arcs that follow the unit; false: it is not the next, or too much.
  bool add_arcs(unit& of, std::uint16_t number, std::span<const std::byte> future);
  void abandon(unit& of, std::uint16_t messages);  // if as many were taken
  // The token as a message, wherever it is; null if it cannot be read. Valid until the next call.
  [[nodiscard]] const mmps::mentat_message* look_at(const held_token& token);

  template <class Visit>
  void visit(Visit&& each) {
    for (auto& [tag, one] : units_) each(one);
  }

  // Whether the unit of this tag is known to be done.
  [[nodiscard]] bool has_tombstone(const tag& tag) const { return tombstones_.contains(tag); }
  void add_tombstone(const tag& tag, base::instant now);
  void expire_tombstones(base::instant now);
  // From now on tombstones are forgotten only when there are too many.
  void keep_tombstones() { tombstones_expire_ = false; }
  [[nodiscard]] base::instant next_expiry() const;

  void make_room(base::instant now);
  void set_place(unit& of, std::shared_ptr<granted_place> place);  // null: none
  // The process keeps messages for the unit.
  void note_sender(unit& of, const mmps::mmps_name& process);
  // Whether one more unit with a body of so many bytes may be taken. May spill to make room.
  [[nodiscard]] bool has_room_for_unit(const mmps::mentat_message& first, base::instant now);
  // Arcs that arrive after their call stay in memory: those of all units get a quarter of
  // `tmu.memory`. Their sender serves the arcs that are not taken.
  [[nodiscard]] bool has_room_for_arcs(std::span<const std::byte> future) const;
  [[nodiscard]] bool has_reserve_for(const mmps::mentat_message& token, base::instant now);

  [[nodiscard]] std::size_t units() const { return units_.size(); }
  [[nodiscard]] std::size_t tombstones() const { return tombstones_.size(); }
  // Tombstones that were forgotten before their time, because there were too many.
  [[nodiscard]] std::uint64_t tombstones_dropped() const { return tombstones_dropped_; }
  [[nodiscard]] std::size_t used() const { return used_; }
  [[nodiscard]] std::uint64_t spilled() const { return spilled_; }  // tokens, ever
  [[nodiscard]] spill_fault last_fault() const { return last_fault_; }

 private:
  struct tag_hash {
    std::uint64_t seed;
    std::size_t operator()(const tag& tag) const {
      const std::uint64_t bits =
          (tag.number ^ seed) * 0x9e3779b97f4a7c15ull + (tag.origin ^ (seed >> 7));
      return static_cast<std::size_t>((bits ^ (bits >> 32)) * 0xd6e8feb86659fd93ull);
    }
  };
  struct burial {
    tmu::tag tag;
    base::instant forgotten;  // when its tombstone is
  };

  static std::size_t cost_of_unit(const unit& of);
  static std::size_t cost_of_message(const mmps::mentat_message& message);
  more_arcs& more_of(unit& of);
  void touch(unit& used);
  bool spill(unit& coldest, base::instant now);
  void forget_oldest_tombstone();

  const limits& limits_;
  spill_store* store_;
  std::unordered_map<tag, unit, tag_hash> units_;
  std::unordered_set<tag, tag_hash> tombstones_;
  bool tombstones_expire_ = true;
  std::uint64_t tombstones_dropped_ = 0;
  std::deque<burial> burials_;             // of the tombstones, in order of time
  linked_list<unit, &unit::warmth> warm_;  // the coldest first
  std::size_t used_ = 0;
  std::size_t used_by_arcs_ = 0;  // of it, for arcs that came after their calls
  std::uint64_t spilled_ = 0;
  spill_fault last_fault_ = spill_fault::none;
  base::instant spill_again_{
      std::numeric_limits<std::int64_t>::min()};  // a store that failed is left alone until then
  mmps::mentat_message read_;                     // the last result of look_at() from disk
};

}  // namespace mentat::tmu
