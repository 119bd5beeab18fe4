#include "rts/durable/record.h"

#include <cstring>

#include "mmps/base/crc32c.h"
#include "mmps/wire/little_endian.h"

namespace mentat::durable {
namespace {

using mmps::get_little_endian;
using mmps::put_little_endian;

// Offsets in the header.
constexpr std::size_t at_length = 0, at_checksum = 4, at_kind = 8, at_version = 9, at_reserved = 10,
                      at_object = 12, at_epoch = 24, at_sequence = 32;

// Of the place, the length, and all that stands behind the checksum.
std::uint32_t checksum_of(std::span<const std::byte> record, record_place place) {
  std::array<std::byte, 20> before;
  put_little_endian(before.data(), place.segment);
  put_little_endian(before.data() + 8, place.offset);
  std::memcpy(before.data() + 16, record.data() + at_length, 4);
  return base::crc32c(record.subspan(at_kind), base::crc32c(before));
}

void put_checksum(std::span<std::byte> record, record_place place) {
  put_little_endian(record.data() + at_checksum, checksum_of(record, place));
}

bool is_zero(std::span<const std::byte> bytes) {
  for (const std::byte each : bytes)
    if (each != std::byte{0}) return false;
  return true;
}

// With its padding.
tl::expected<std::size_t, record_fault> size_of(std::span<const std::byte> bytes) {
  if (bytes.size() < record_header_bytes) return tl::unexpected(record_fault::too_short);
  const auto length = get_little_endian<std::uint32_t>(bytes.data() + at_length);
  if (length < record_header_bytes || length > max_record_bytes)
    return tl::unexpected(record_fault::bad_length);
  const std::size_t whole = record_bytes(length - record_header_bytes);
  if (whole > bytes.size()) return tl::unexpected(record_fault::bad_length);
  return whole;
}

tl::expected<record_view, record_fault> read_fields(std::span<const std::byte> record) {
  const std::byte* const at = record.data();
  if (std::to_integer<std::uint8_t>(at[at_version]) != record_version)
    return tl::unexpected(record_fault::newer_version);
  const auto kind = std::to_integer<std::uint8_t>(at[at_kind]);
  if (kind == 0 || kind > last_record_kind) return tl::unexpected(record_fault::bad_kind);
  const auto length = get_little_endian<std::uint32_t>(at + at_length);
  if (get_little_endian<std::uint16_t>(at + at_reserved) != 0 || !is_zero(record.subspan(length)))
    return tl::unexpected(record_fault::bad_field);
  return view_record(record);
}

}  // namespace

std::string_view name_of(record_kind kind) {
  constexpr std::string_view names[] = {"unknown", "made",     "effect", "begin",   "sent",
                                        "heard",   "drew",     "image",  "settled", "moved",
                                        "gone",    "poisoned", "mark"};
  const auto number = static_cast<std::uint8_t>(kind);
  return names[number <= last_record_kind ? number : 0];
}

std::string_view text_of(record_fault fault) {
  switch (fault) {
    case record_fault::too_short:
      return "no room for a record";
    case record_fault::bad_length:
      return "impossible length";
    case record_fault::bad_checksum:
      return "wrong checksum";
    case record_fault::newer_version:
      return "format of a later version";
    case record_fault::bad_kind:
      return "unknown kind of record";
    case record_fault::bad_field:
      return "reserved bytes that are not zero";
  }
  return "unknown fault";
}

void put_header(std::span<std::byte> record, std::size_t body_bytes, const record_header& header) {
  std::byte* const at = record.data();
  const std::size_t length = record_header_bytes + body_bytes;
  put_little_endian(at + at_length, static_cast<std::uint32_t>(length));
  at[at_kind] = static_cast<std::byte>(header.kind);
  at[at_version] = std::byte{record_version};
  put_little_endian(at + at_reserved, std::uint16_t{0});
  for (std::size_t i = 0; i < header.object.words.size(); ++i)
    put_little_endian(at + at_object + 4 * i, header.object.words[i]);
  put_little_endian(at + at_epoch, header.epoch);
  put_little_endian(at + at_sequence, header.sequence);
  put_little_endian(at + at_checksum, std::uint32_t{0});
  std::memset(at + length, 0, record.size() - length);
}

void seal_record(std::span<std::byte> record, std::size_t body_bytes, const record_header& header,
                 record_place place) {
  put_header(record, body_bytes, header);
  put_checksum(record, place);
}

void move_record(std::span<const std::byte> from, std::span<std::byte> to, record_place place) {
  if (from.data() != to.data()) std::memcpy(to.data(), from.data(), to.size());
  put_checksum(to, place);
}

tl::expected<record_view, record_fault> read_record(std::span<const std::byte> bytes,
                                                    record_place place) {
  const auto whole = size_of(bytes);
  if (!whole) return tl::unexpected(whole.error());
  if (get_little_endian<std::uint32_t>(bytes.data() + at_checksum) !=
      checksum_of(bytes.first(*whole), place))
    return tl::unexpected(record_fault::bad_checksum);
  return read_fields(bytes.first(*whole));
}

tl::expected<record_view, record_fault> read_unsealed(std::span<const std::byte> record) {
  const auto whole = size_of(record);
  if (!whole) return tl::unexpected(whole.error());
  if (*whole != record.size()) return tl::unexpected(record_fault::bad_length);
  if (get_little_endian<std::uint32_t>(record.data() + at_checksum) != 0)
    return tl::unexpected(record_fault::bad_checksum);
  return read_fields(record);
}

record_view view_record(std::span<const std::byte> bytes) {
  const std::byte* const at = bytes.data();
  const std::size_t body = get_little_endian<std::uint32_t>(at + at_length) - record_header_bytes;
  record_view view;
  view.header.kind = static_cast<record_kind>(at[at_kind]);
  for (std::size_t i = 0; i < view.header.object.words.size(); ++i)
    view.header.object.words[i] = get_little_endian<std::uint32_t>(at + at_object + 4 * i);
  view.header.epoch = get_little_endian<std::uint64_t>(at + at_epoch);
  view.header.sequence = get_little_endian<std::uint64_t>(at + at_sequence);
  view.body = bytes.subspan(record_header_bytes, body);
  view.bytes = record_bytes(body);
  view.checksum = get_little_endian<std::uint32_t>(at + at_checksum);
  return view;
}

}  // namespace mentat::durable
