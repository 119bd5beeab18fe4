// The bytes of a segment besides records: its header, and the body of a mark
// (docs/state_format.md). Decoders check everything, and read nothing behind the given bytes. Pure;
// thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "rts/durable/record.h"

namespace mentat::keeper {

inline constexpr std::uint32_t segment_version = 1;
inline constexpr std::size_t segment_header_bytes = 64;
inline constexpr std::uint64_t first_segment = 1;

/// "log/0000000042.log", and back.
[[nodiscard]] std::string name_of_segment(std::uint64_t number);
[[nodiscard]] std::optional<std::uint64_t> number_of_segment(std::string_view name);

struct segment_header {
  std::uint64_t number = 0;
  std::uint64_t bytes = 0;  // of the whole file
  std::uint64_t store = 0;  // the identity of the folder to which it belongs

  friend bool operator==(const segment_header&, const segment_header&) = default;
};

enum class segment_fault : std::uint8_t { no_segment, bad_checksum, newer_version, other_segment };
[[nodiscard]] std::string_view text_of(segment_fault fault);

void put_segment_header(std::span<std::byte, segment_header_bytes> into, const segment_header& of);
[[nodiscard]] tl::expected<segment_header, segment_fault> read_segment_header(
    std::span<const std::byte> bytes);

/// The last record of an object, in a group or in a whole segment.
struct mark_entry {
  durable::object_id object;
  std::uint64_t epoch = 0, sequence = 0;

  friend bool operator==(const mark_entry&, const mark_entry&) = default;
};

/// The end of a group: which records a completed fdatasync makes safe. What it repeats of its
/// neighbours says after damage which records were lost, and of which objects.
struct mark {
  static constexpr std::uint32_t closes = 1;  // the segment: its entries are those of all groups

  std::uint64_t position = 0;          // records of the whole log up to here, marks not counted
  std::uint64_t first = 0;             // offset at which the group begins
  std::uint64_t previous = 0;          // offset of the mark before it in the segment, or 0
  std::uint64_t previous_segment = 0;  // the segment before with records that are safe, or 0,
  std::uint64_t previous_end = 0;      // and where they end
  std::uint32_t count = 0;             // records of the group
  std::uint32_t checksum = 0;          // of their checksums
  std::uint32_t flags = 0;
  std::vector<mark_entry> entries;

  friend bool operator==(const mark&, const mark&) = default;
};

[[nodiscard]] constexpr std::size_t mark_body_bytes(std::size_t entries) {
  return 56 + 28 * entries + 4;
}
/// REQUIRES: `into` has mark_body_bytes(of.entries.size()).
void put_mark(std::span<std::byte> into, const mark& of);
/// Nothing: that is no body of a mark.
[[nodiscard]] std::optional<mark> read_mark(std::span<const std::byte> body);

/// What a segment has where nothing was written yet: words that no content has, so that a sector
/// that a torn write has left out is known. REQUIRES: offset and size are multiples of 8.
void fill_unwritten(std::span<std::byte> bytes, std::uint64_t segment, std::uint64_t offset);
[[nodiscard]] std::uint64_t unwritten_word(std::uint64_t segment, std::uint64_t offset);

/// The last four bytes of a mark, before its padding.
inline constexpr std::uint32_t mark_end = 0x4b52414d;  // "MARK"

/// The checksum of a group, one record after the other.
[[nodiscard]] std::uint32_t add_to_group(std::uint32_t checksum, std::uint32_t of_record);

}  // namespace mentat::keeper
