// Records of durable objects: the format of journals, and of the segments on disk
// (docs/state_format.md). A record is a header of 40 bytes, a body, and zeros up to the next
// multiple of 8.
//
// Invariants:
//  1. The checksum covers the header, the body, the padding and the place of the record, that is
//     the number of its segment and the offset in it. So a record that was written before at
//     another place, or in another file, is none at this one.
//  2. A record that read_record() accepts is canonical: seal_record() makes the same bytes of it.
//  3. Nothing is read behind the bytes that are given, and nothing is allocated.
// The header knows nothing of bodies. Pure; thread-safe. Ownership: a view refers to the bytes that
// it was read from. Cost: the checksum, a word of 8 bytes each cycle or three.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <tl/expected.hpp>

namespace mentat::durable {

inline constexpr std::uint8_t record_version = 1;
inline constexpr std::size_t record_header_bytes = 40;
inline constexpr std::size_t record_alignment = 8;
/// Header and body. The state of an object, at most 1 GiB, fits with all that an image adds.
inline constexpr std::size_t max_record_bytes = (std::size_t{1} << 30) + (std::size_t{64} << 20);

enum class record_kind : std::uint8_t {
  made = 1,  // an object: its class, level, name and first state
  effect,    // a call that ended: who made it, its answer, the state that it changed
  begin,     // the first output of a call that has not ended
  sent,      // a call that this call made,
  heard,     // and its answer
  drew,      // the clock or a random number that a call has read
  image,     // the whole state of an object, which replaces its records before
  settled,   // answers that nobody will ask for again
  moved,     // the object goes on under a new epoch
  gone,      // the object was destroyed
  poisoned,  // a call that has killed its process too often
  mark,      // the end of a group
};
inline constexpr std::uint8_t last_record_kind = static_cast<std::uint8_t>(record_kind::mark);

/// "effect"; "unknown" for a number that is no kind.
[[nodiscard]] std::string_view name_of(record_kind kind);

/// The 96 bits that name a durable object wherever it lives. All zero: no object.
struct object_id {
  std::array<std::uint32_t, 3> words{};

  friend constexpr auto operator<=>(const object_id&, const object_id&) = default;
};

struct record_header {
  record_kind kind = record_kind::effect;
  object_id object;
  std::uint64_t epoch = 0;     // of the object: the activation that wrote the record
  std::uint64_t sequence = 0;  // of the object's records, from 1, without gap over all epochs

  friend bool operator==(const record_header&, const record_header&) = default;
};

/// Where a record begins. A journal has a number of its own as its segment, and counts its offset
/// on from one round of the ring to the next.
struct record_place {
  std::uint64_t segment = 0;
  std::uint64_t offset = 0;  // a multiple of record_alignment
};

struct record_view {
  record_header header;
  std::span<const std::byte> body;
  std::size_t bytes = 0;  // of the whole record, with its padding
  std::uint32_t checksum = 0;
};

enum class record_fault : std::uint8_t {
  too_short,      // no header fits
  bad_length,     // smaller than a header, above max_record_bytes, or beyond the given bytes
  bad_checksum,   // damaged, torn, or a record of another place
  newer_version,  // of a later Mentat
  bad_kind,
  bad_field,  // a reserved byte or the padding is not zero
};
[[nodiscard]] std::string_view text_of(record_fault fault);

/// The bytes of a record with such a body, padding included. REQUIRES: it is at most
/// max_record_bytes - record_header_bytes.
[[nodiscard]] constexpr std::size_t record_bytes(std::size_t body_bytes) {
  return (record_header_bytes + body_bytes + record_alignment - 1) / record_alignment *
         record_alignment;
}

/// Completes a record whose body is in place already: writes header and padding, and 0 as the
/// checksum. So it travels between the processes of a host, which have no place to check.
/// REQUIRES: `record` has record_bytes(body_bytes) bytes; its body begins at record_header_bytes.
void put_header(std::span<std::byte> record, std::size_t body_bytes, const record_header& header);

/// The same with the checksum for a place.
void seal_record(std::span<std::byte> record, std::size_t body_bytes, const record_header& header,
                 record_place place);

/// Seals the valid record at `from` for another place, in `to`: copies it there first unless it is
/// there. REQUIRES: `record` is whole, as read_record() has accepted it.
void move_record(std::span<const std::byte> from, std::span<std::byte> to, record_place place);

/// The record at the beginning of `bytes`, which may have more behind it.
[[nodiscard]] tl::expected<record_view, record_fault> read_record(std::span<const std::byte> bytes,
                                                                  record_place place);

/// One that put_header() has completed, and nothing behind it.
[[nodiscard]] tl::expected<record_view, record_fault> read_unsealed(
    std::span<const std::byte> record);

/// A record without any check. REQUIRES: read_record() or read_unsealed() has accepted it.
[[nodiscard]] record_view view_record(std::span<const std::byte> bytes);

}  // namespace mentat::durable
