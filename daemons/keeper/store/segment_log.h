// The log of durable objects on disk: records in groups, groups in segments, the oldest segments
// freed when images have replaced them (docs/state_format.md; ADR 53 says why it is our own).
//
// Invariants:
//  1. A record is safe when a completed sync covers the mark of its group, and not before.
//  2. A segment has its space on the disk, and its name in the folder, before a record goes there.
//  3. After a failed write or sync a segment takes nothing more, and no sync of it is tried again:
//     what was not safe is written to a new segment. If that fails, too, nothing becomes safe until
//     retry() succeeds; no record is forgotten.
//  4. A segment is removed only after images of all objects with records in it are safe, and after
//     the manifest says so.
//
// One group is on its way at a time. write_group() writes it; the owner syncs the file, on any
// thread, and reports the end; records that are appended meanwhile are the next group. commit()
// does all of it. Thread-safety: none; the owner calls from one thread. Ownership: refers to the
// disk; owns its open file. Errors: log_fault; those of the disk are kept in trouble().
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "daemons/keeper/store/disk.h"
#include "daemons/keeper/store/log_scan.h"
#include "daemons/keeper/store/manifest.h"
#include "daemons/keeper/store/object_table.h"
#include "daemons/keeper/store/slots.h"
#include "mmps/base/seeded_bug.h"
#include "rts/durable/record.h"

namespace mentat::keeper {

struct log_options {
  std::uint64_t segment_bytes = std::uint64_t{64} << 20;
  std::uint64_t quota = std::uint64_t{10} << 30;     // of all segments
  std::uint64_t reserve = std::uint64_t{256} << 20;  // of the quota, for cleaning and destroying
  std::uint64_t slack = std::uint64_t{256} << 20;    // the log may have twice the images and this
  std::uint64_t most_waiting = std::uint64_t{256} << 20;  // bytes that are not safe
  base::seeded_bug bug = base::seeded_bug::none;
};

enum class log_fault : std::uint8_t {
  busy,          // the segment is full, and a sync is running: again after sync_ended()
  out_of_order,  // not the next record of its object
  too_large,
  quota,    // the reserve is all that is left
  waiting,  // the disk fails, and most_waiting bytes wait already
  disk,     // trouble() says what
};
[[nodiscard]] std::string_view text_of(log_fault fault);

template <class T>
using log_result = tl::expected<T, log_fault>;

/// Where the images of objects come from, for cleaning.
class image_source {
 public:
  virtual ~image_source() = default;
  /// The body of an image record with all records that were appended; null: it has no such object.
  [[nodiscard]] virtual const std::vector<std::byte>* image_of(const durable::object_id& id) = 0;
  [[nodiscard]] virtual std::uint64_t bytes_of(const durable::object_id& id) = 0;
};

class segment_log {
 public:
  /// REQUIRES: start() succeeds before anything else is called.
  segment_log(disk& on, log_options options)
      : disk_(on), options_(options), slots_(on, manifest_slots) {}
  ~segment_log();
  segment_log(const segment_log&) = delete;
  segment_log& operator=(const segment_log&) = delete;

  /// Begins with what a scan has found: makes a new log, or cuts the torn tail and goes on behind
  /// the last group. `identity` is that of a new log.
  [[nodiscard]] disk_result<void> start(log_report from, std::uint64_t identity);

  /// Returns the position of the record: it is safe when safe() has reached it.
  [[nodiscard]] log_result<std::uint64_t> append(const durable::record_header& header,
                                                 std::span<const std::byte> body);
  /// Writes what was appended, with its mark. Returns the file to sync; nothing if nothing was
  /// appended, if a sync is running, or if the disk fails.
  [[nodiscard]] std::optional<disk::file> write_group();
  void sync_ended(const disk_result<void>& result);
  /// All that was appended is safe now, or trouble() says why not.
  log_result<void> commit();
  /// Tries again to write what waits after a fault. REQUIRES: no sync is running.
  log_result<void> retry();

  /// Appends images, at most some `bytes`, so that the oldest segment becomes free, and removes it
  /// when these are safe. Returns whether there is more to do.
  log_result<bool> clean(image_source& images, std::uint64_t bytes);

  [[nodiscard]] std::uint64_t appended() const { return appended_; }
  [[nodiscard]] std::uint64_t safe() const { return safe_; }
  [[nodiscard]] const std::optional<disk_fault>& trouble() const { return trouble_; }
  [[nodiscard]] const object_table& objects() const { return table_; }
  [[nodiscard]] std::uint64_t bytes_on_disk() const;
  [[nodiscard]] std::uint64_t segments() const { return sizes_.size(); }
  [[nodiscard]] std::uint64_t first_segment() const { return manifest_.first; }

 private:
  struct cleaning {
    std::uint64_t segment = 0;
    std::vector<durable::object_id> objects;  // that had records there
    std::size_t next = 0;
    std::uint64_t safe_at = 0;  // position of the last image
  };
  enum class purpose : std::uint8_t { call, upkeep };

  // segment_start.cc
  disk_result<void> make_log(const log_report& from);
  disk_result<void> remove_behind(const log_report& from, std::uint64_t last);
  disk_result<void> go_on(const log_report& from);
  disk_result<void> repair_tail(const segment_report& last);
  disk_result<void> write_again(std::uint64_t from, std::uint64_t to);
  bool take_back_last_group(const segment_report& last);
  disk_result<void> make_segment(std::uint64_t number, std::uint64_t bytes);
  disk_result<void> fill(disk::file file, std::uint64_t number, std::uint64_t bytes);
  disk_result<void> unwrite(disk::file file, std::uint64_t number, std::uint64_t from,
                            std::uint64_t to);
  disk_result<void> write_manifest(std::uint64_t first, std::uint64_t last);
  void leave_segment();

  // segment_log.cc
  log_result<std::uint64_t> append_for(purpose why, const durable::record_header& header,
                                       std::span<const std::byte> body);
  log_result<void> make_room(purpose why, std::size_t bytes);
  log_result<void> roll(std::size_t bytes);
  void add(const durable::record_header& header, std::span<const std::byte> body,
           object_track& track);
  void note(object_track& track, const durable::record_header& header);
  void put_mark_behind(std::vector<std::byte>& group, std::uint32_t flags);
  [[nodiscard]] std::vector<mark_entry> entries_of_segment() const;
  [[nodiscard]] std::uint64_t room_for_marks() const;
  [[nodiscard]] bool fits(std::size_t bytes) const;
  [[nodiscard]] bool may_grow(purpose why, std::uint64_t bytes) const;
  void made_safe();
  void abandon_segment(const disk_fault& why);
  log_result<void> rescue();
  log_result<void> move_waiting();

  // cleaning.cc
  bool begin_cleaning(image_source& images);
  log_result<void> append_images(image_source& images, std::uint64_t bytes);
  log_result<void> free_segment();

  [[nodiscard]] bool has(base::seeded_bug one) const { return options_.bug == one; }

  disk& disk_;
  log_options options_;
  slots slots_;
  manifest manifest_;
  object_table table_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> sizes_;  // of segments, oldest first

  // The segment being written.
  std::optional<disk::file> file_;
  std::uint64_t number_ = 0, bytes_ = 0;
  std::uint64_t written_ = 0;    // its end so far, of the group on its way too
  std::uint64_t safe_end_ = 0;   // behind the last mark that is safe
  std::uint64_t last_mark_ = 0;  // offset, or 0
  std::uint64_t previous_segment_ = 0, previous_end_ = 0;
  std::vector<durable::object_id> in_segment_;  // each once

  // The group being collected; its records are sealed for the place behind written_.
  std::vector<std::byte> group_;
  std::vector<mark_entry> entries_;
  std::uint32_t count_ = 0, checksum_ = 0;
  std::uint64_t group_number_ = 1;

  std::vector<std::byte> flight_;   // the records of the group on its way, and its mark
  std::size_t flight_records_ = 0;  // bytes of them
  std::uint64_t flight_end_ = 0;    // behind its mark
  std::uint64_t flight_position_ = 0;
  bool is_syncing_ = false;

  std::uint64_t appended_ = 0, safe_ = 0;
  std::optional<disk_fault> trouble_;
  std::optional<cleaning> cleaning_;
};

}  // namespace mentat::keeper
