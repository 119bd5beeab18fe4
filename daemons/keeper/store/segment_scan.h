// Reads one segment, which may be torn or damaged. Finds the valid records, the marks that make
// them safe, and the bytes between that are neither.
//
// A segment is walked first, and judged afterwards, because its neighbour may know better where it
// ended. Beyond the last valid mark is a torn tail, unless a later segment says that these bytes
// were safe. A write that was torn leaves at least a word as it was before, and that is known
// (unwritten_word): so damage of the last group, or of its mark, is told from a torn one, too.
//
// Reads any bytes: nothing is read behind them, and allocated are at most 24 bytes for a record.
// After damage the next valid record is sought; the search costs at most `search_factor` times the
// bytes of the segment. Pure; thread-safe. Ownership: refers to the bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "daemons/keeper/store/segment_format.h"
#include "rts/durable/record.h"

namespace mentat::keeper {

class segment_scan {
 public:
  static constexpr std::size_t search_factor = 4;

  struct item {
    enum class kind : std::uint8_t {
      record,
      mark,
      damage,        // of records, or of nobody knows what
      damaged_mark,  // no record is lost
    };
    std::uint64_t offset = 0, end = 0;
    kind what = kind::record;
    durable::record_fault why{};  // of damage
  };

  /// REQUIRES: the bytes live as long as this.
  segment_scan(std::span<const std::byte> bytes, std::uint64_t number);

  [[nodiscard]] std::uint64_t number() const { return number_; }
  [[nodiscard]] bool has_mark() const { return last_mark_.has_value(); }
  /// What the first valid mark says about the segment before. REQUIRES: has_mark().
  [[nodiscard]] std::uint64_t previous_segment() const { return previous_segment_; }
  [[nodiscard]] std::uint64_t previous_end() const { return previous_end_; }
  [[nodiscard]] bool has_newer_records() const { return has_newer_records_; }

  /// Decides what is safe; `known_end` is what a later segment says. `was_filled`: the segment was
  /// made to its end, so that what is neither written nor unwritten is damage.
  void judge(std::optional<std::uint64_t> known_end, bool was_filled = true);

  // After judge():
  /// In order of offsets, up to end().
  [[nodiscard]] const std::vector<item>& items() const { return items_; }
  [[nodiscard]] std::uint64_t end() const { return end_; }
  /// Bytes behind end() that were written, and the whole records in them.
  [[nodiscard]] std::uint64_t tail_bytes() const { return tail_bytes_; }
  [[nodiscard]] std::size_t tail_records() const { return tail_records_; }
  /// The last valid mark, and where the group begins that it ends.
  [[nodiscard]] std::uint64_t last_mark_offset() const { return last_mark_.value_or(0); }

  [[nodiscard]] durable::record_view record_at(const item& of) const;
  /// REQUIRES: `of` is a mark.
  [[nodiscard]] mark mark_at(const item& of) const;

 private:
  void walk();
  void take_mark(const durable::record_view& view, std::uint64_t at);
  std::uint64_t next_record(std::uint64_t from);
  [[nodiscard]] bool is_whole_mark(std::uint64_t from, std::uint64_t to) const;
  [[nodiscard]] bool was_left_out(std::uint64_t from, std::uint64_t to) const;
  void find_damaged_marks();
  std::uint64_t end_by_itself(bool was_filled);
  [[nodiscard]] std::uint64_t length_at(std::uint64_t offset) const;
  [[nodiscard]] std::uint64_t end_of_damaged_mark(const item& of) const;
  [[nodiscard]] bool is_torn(std::size_t mark_item) const;

  std::span<const std::byte> bytes_;
  std::uint64_t number_;
  std::uint64_t content_end_ = 0;  // behind it nothing was written
  std::vector<item> items_;
  std::optional<std::uint64_t> last_mark_;
  std::uint64_t previous_segment_ = 0, previous_end_ = 0;
  std::uint64_t search_left_ = 0;
  std::uint64_t end_ = 0, tail_bytes_ = 0;
  std::size_t tail_records_ = 0;
  bool has_newer_records_ = false;
  bool is_stale_ = false;  // has the rest of an older tail

  // Of the group being walked.
  std::size_t group_begin_ = 0;  // in items_
  std::uint32_t group_checksum_ = 0, group_count_ = 0;
  bool group_is_damaged_ = false;
};

}  // namespace mentat::keeper
