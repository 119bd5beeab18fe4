#include "daemons/keeper/store/object_table.h"

#include <algorithm>
#include <utility>

namespace mentat::keeper {

using durable::record_header;
using durable::record_kind;
using durable::record_place;

void object_table::lose(object_track& of, record_place at) {
  if (of.state == object_state::lost) return;
  of.state = object_state::lost;
  of.lost_at = at;
}

// A record that needs none before it.
object_table::verdict object_table::take_base(object_track& of, const record_header& header,
                                              record_place at) {
  const bool is_known = of.sequence != 0;
  const bool is_again = header.kind == record_kind::made && is_known && header.epoch > of.epoch;
  if (!is_again && is_known) {
    if (header.kind == record_kind::made || header.sequence < of.sequence) return verdict::repeated;
    if (header.epoch < of.epoch) return verdict::stale;
    if (of.state == object_state::gone && header.epoch == of.epoch) return verdict::repeated;
  }
  of.state = object_state::whole;
  of.epoch = header.epoch;
  of.sequence = header.sequence;
  of.base_segment = at.segment;
  of.survived = damages_;
  return verdict::taken;
}

object_table::verdict object_table::take(const record_header& header, record_place at) {
  object_track& of = tracks_[header.object];
  of.segment = at.segment;
  if (header.kind == record_kind::made || header.kind == record_kind::image)
    return take_base(of, header, at);
  if (of.sequence == 0) {  // its first records are missing
    of.base_segment = at.segment;
    of.sequence = header.sequence;
    of.epoch = header.epoch;
    lose(of, last_damage_.segment != 0 ? last_damage_ : at);
    // Nothing of an object that is gone is needed, but that.
    if (header.kind != record_kind::gone) return verdict::lost;
    of.state = object_state::gone;
    of.survived = damages_;
    return verdict::taken;
  }
  // Its end and its new beginning are missing.
  const bool is_another_life =
      header.epoch > of.epoch && (header.sequence <= of.sequence || of.state == object_state::gone);
  if (!is_another_life && header.sequence <= of.sequence) return verdict::repeated;
  if (header.epoch < of.epoch) return verdict::stale;
  const bool follows = !is_another_life && header.sequence == of.sequence + 1;
  of.sequence = header.sequence;
  of.epoch = header.epoch;
  if (header.kind == record_kind::gone) {
    of.state = object_state::gone;
    of.base_segment = at.segment;
    of.survived = damages_;
    return verdict::taken;
  }
  if (!follows) {
    of.state = object_state::whole;
    lose(of, last_damage_.segment != 0 ? last_damage_ : at);
  }
  if (of.state != object_state::whole) return verdict::lost;
  of.survived = damages_;
  return verdict::taken;
}

void object_table::add_damage(record_place at) {
  ++damages_;
  last_damage_ = at;
}

void object_table::check(std::span<const mark_entry> last_records, record_place damage) {
  for (const mark_entry& each : last_records) {
    object_track& of = tracks_[each.object];
    of.segment = damage.segment;
    if (std::pair(of.epoch, of.sequence) >= std::pair(each.epoch, each.sequence)) continue;
    if (of.base_segment == 0) of.base_segment = damage.segment;
    of.epoch = each.epoch;
    of.sequence = each.sequence;
    of.state = object_state::whole;  // or what came after `gone` would be taken for a remainder
    lose(of, damage);
  }
}

void object_table::settle(std::span<const mark_entry> last_records, std::uint64_t damages_before,
                          record_place at) {
  check(last_records, at);
  for (auto& [id, of] : tracks_)
    if (of.survived >= damages_before) of.survived = damages_;
}

void object_table::end_scan() {
  for (auto& [id, of] : tracks_)
    if (of.state == object_state::whole && of.survived < damages_) lose(of, last_damage_);
}

object_track* object_table::find(const durable::object_id& id) {
  const auto found = tracks_.find(id);
  return found == tracks_.end() ? nullptr : &found->second;
}

const object_track* object_table::find(const durable::object_id& id) const {
  const auto found = tracks_.find(id);
  return found == tracks_.end() ? nullptr : &found->second;
}

std::vector<durable::object_id> object_table::ids() const {
  std::vector<durable::object_id> all;
  all.reserve(tracks_.size());
  for (const auto& [id, of] : tracks_) all.push_back(id);
  std::ranges::sort(all);
  return all;
}

}  // namespace mentat::keeper
