// What the log has of each object: the last record, and whether all of them are there. The scanner
// builds it, the writer goes on with it.
//
// Invariants:
//  1. An object is `whole` only if its records are there from the first or from an image on,
//     without gap, up to the last one that anybody can know of: damage that may have hit a later
//     record makes it `lost`.
//  2. An image that follows heals: it has the whole state.
// Thread-safety: none. Cost: a look-up in a hash table for each record.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "daemons/keeper/store/segment_format.h"
#include "rts/durable/record.h"

namespace mentat::keeper {

enum class object_state : std::uint8_t {
  whole,
  gone,  // destroyed: the record that says so must stay while older ones do
  lost,  // a record that was safe is missing
};

struct object_track {
  object_state state = object_state::whole;
  std::uint64_t epoch = 0;
  std::uint64_t sequence = 0;      // of the last record
  std::uint64_t base_segment = 0;  // with the oldest record that is needed; gone: that says so
  durable::record_place lost_at;   // of the damage, if it is lost

  std::uint64_t segment = 0;  // with its last record, or the one being written
  // Of the writer: where the object stands in the group being written.
  std::uint64_t group = 0;
  std::size_t place_in_group = 0;
  // Of the scanner: damage of unknown objects that this one has survived.
  std::uint64_t survived = 0;
};

class object_table {
 public:
  struct id_hash {
    std::size_t operator()(const durable::object_id& id) const {
      std::uint64_t mixed = id.words[0] | std::uint64_t{id.words[1]} << 32;
      mixed = (mixed ^ id.words[2]) * 0x9e3779b97f4a7c15ull;
      return mixed ^ mixed >> 29;
    }
  };
  using map = std::unordered_map<durable::object_id, object_track, id_hash>;

  enum class verdict : std::uint8_t {
    taken,
    repeated,  // the object is at this record or beyond already
    stale,     // of an epoch that is over
    lost,      // records before it are missing
  };
  /// The next record of the log. Only one that is `taken` counts.
  verdict take(const durable::record_header& header, durable::record_place at);

  /// Damage, of which the marks around it do not say whose records it has destroyed.
  void add_damage(durable::record_place at);
  /// Damage of objects that a mark names.
  void note_damage(durable::record_place at) { last_damage_ = at; }
  /// The damage in the segment being scanned cannot have hit other objects than these.
  void settle(std::span<const mark_entry> last_records, std::uint64_t damages_before,
              durable::record_place at);
  /// What a group contained.
  void check(std::span<const mark_entry> last_records, durable::record_place damage);
  [[nodiscard]] std::uint64_t damages() const { return damages_; }
  /// After the last segment: objects that may have lost their last record are lost.
  void end_scan();

  [[nodiscard]] object_track* find(const durable::object_id& id);
  [[nodiscard]] const object_track* find(const durable::object_id& id) const;
  void forget(const durable::object_id& id) { tracks_.erase(id); }
  [[nodiscard]] map& all() { return tracks_; }
  [[nodiscard]] const map& all() const { return tracks_; }
  /// In the order of their numbers.
  [[nodiscard]] std::vector<durable::object_id> ids() const;

 private:
  verdict take_base(object_track& of, const durable::record_header& header,
                    durable::record_place at);
  static void lose(object_track& of, durable::record_place at);

  map tracks_;
  std::uint64_t damages_ = 0;
  durable::record_place last_damage_;
};

}  // namespace mentat::keeper
