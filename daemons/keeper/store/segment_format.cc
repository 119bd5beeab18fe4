#include "daemons/keeper/store/segment_format.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "mmps/base/crc32c.h"
#include "mmps/wire/little_endian.h"

namespace mentat::keeper {
namespace {

using mmps::get_little_endian;
using mmps::put_little_endian;

constexpr std::array<char, 8> magic{'M', 'E', 'N', 'T', 'A', 'T', 'S', 'G'};
constexpr std::string_view name_begin = "log/", name_end = ".log";
constexpr std::size_t name_digits = 10;

// Offsets in the header.
constexpr std::size_t at_version = 8, at_number = 16, at_bytes = 24, at_store = 32,
                      at_checksum = segment_header_bytes - 4;

constexpr std::size_t entry_bytes = 28;
constexpr std::size_t entries_at = 56;  // in the body of a mark

}  // namespace

std::string name_of_segment(std::uint64_t number) {
  std::string digits = std::to_string(number);
  if (digits.size() < name_digits) digits.insert(0, name_digits - digits.size(), '0');
  return std::string(name_begin) + digits + std::string(name_end);
}

std::optional<std::uint64_t> number_of_segment(std::string_view name) {
  if (!name.starts_with(name_begin) || !name.ends_with(name_end)) return std::nullopt;
  name.remove_prefix(name_begin.size());
  name.remove_suffix(name_end.size());
  constexpr std::size_t most_digits = 19;
  if (name.size() < name_digits || name.size() > most_digits) return std::nullopt;
  std::uint64_t number = 0;
  for (const char each : name) {
    if (each < '0' || each > '9') return std::nullopt;
    number = 10 * number + static_cast<std::uint64_t>(each - '0');
  }
  if (number < first_segment ||
      name_of_segment(number).size() != name_begin.size() + name.size() + name_end.size())
    return std::nullopt;
  return number;
}

std::string_view text_of(segment_fault fault) {
  switch (fault) {
    case segment_fault::no_segment:
      return "no segment";
    case segment_fault::bad_checksum:
      return "damaged header";
    case segment_fault::newer_version:
      return "format of a later version";
    case segment_fault::other_segment:
      return "segment of another number or folder";
  }
  return "unknown fault";
}

void put_segment_header(std::span<std::byte, segment_header_bytes> into, const segment_header& of) {
  std::ranges::fill(into, std::byte{0});
  std::byte* const at = into.data();
  std::memcpy(at, magic.data(), magic.size());
  put_little_endian(at + at_version, segment_version);
  put_little_endian(at + at_number, of.number);
  put_little_endian(at + at_bytes, of.bytes);
  put_little_endian(at + at_store, of.store);
  put_little_endian(at + at_checksum, base::crc32c(into.first(at_checksum)));
}

tl::expected<segment_header, segment_fault> read_segment_header(std::span<const std::byte> bytes) {
  if (bytes.size() < segment_header_bytes ||
      std::memcmp(bytes.data(), magic.data(), magic.size()) != 0)
    return tl::unexpected(segment_fault::no_segment);
  const std::byte* const at = bytes.data();
  if (get_little_endian<std::uint32_t>(at + at_checksum) != base::crc32c(bytes.first(at_checksum)))
    return tl::unexpected(segment_fault::bad_checksum);
  if (get_little_endian<std::uint32_t>(at + at_version) != segment_version)
    return tl::unexpected(segment_fault::newer_version);
  return segment_header{get_little_endian<std::uint64_t>(at + at_number),
                        get_little_endian<std::uint64_t>(at + at_bytes),
                        get_little_endian<std::uint64_t>(at + at_store)};
}

void put_mark(std::span<std::byte> into, const mark& of) {
  std::byte* at = into.data();
  for (const std::uint64_t each :
       {of.position, of.first, of.previous, of.previous_segment, of.previous_end}) {
    put_little_endian(at, each);
    at += sizeof each;
  }
  for (const std::uint32_t each :
       {of.count, of.checksum, of.flags, static_cast<std::uint32_t>(of.entries.size())}) {
    put_little_endian(at, each);
    at += sizeof each;
  }
  for (const mark_entry& each : of.entries) {
    for (std::size_t i = 0; i < each.object.words.size(); ++i)
      put_little_endian(at + 4 * i, each.object.words[i]);
    put_little_endian(at + 12, each.epoch);
    put_little_endian(at + 20, each.sequence);
    at += entry_bytes;
  }
  put_little_endian(at, mark_end);
}

std::optional<mark> read_mark(std::span<const std::byte> body) {
  if (body.size() < mark_body_bytes(0)) return std::nullopt;
  const std::byte* at = body.data();
  mark read;
  for (std::uint64_t* each :
       {&read.position, &read.first, &read.previous, &read.previous_segment, &read.previous_end}) {
    *each = get_little_endian<std::uint64_t>(at);
    at += sizeof *each;
  }
  for (std::uint32_t* each : {&read.count, &read.checksum, &read.flags}) {
    *each = get_little_endian<std::uint32_t>(at);
    at += sizeof *each;
  }
  const std::size_t entries = get_little_endian<std::uint32_t>(at);
  if (read.flags > mark::closes || entries > body.size() / entry_bytes ||
      body.size() != mark_body_bytes(entries) ||
      get_little_endian<std::uint32_t>(body.data() + entries_at + entry_bytes * entries) !=
          mark_end)
    return std::nullopt;
  read.entries.resize(entries);
  at = body.data() + entries_at;
  for (mark_entry& each : read.entries) {
    for (std::size_t i = 0; i < each.object.words.size(); ++i)
      each.object.words[i] = get_little_endian<std::uint32_t>(at + 4 * i);
    each.epoch = get_little_endian<std::uint64_t>(at + 12);
    each.sequence = get_little_endian<std::uint64_t>(at + 20);
    at += entry_bytes;
  }
  return read;
}

std::uint64_t unwritten_word(std::uint64_t segment, std::uint64_t offset) {
  const std::uint64_t mixed = (segment * 0x9e3779b97f4a7c15ull ^ offset) * 0xbf58476d1ce4e5b9ull;
  return mixed ^ mixed >> 32;
}

void fill_unwritten(std::span<std::byte> bytes, std::uint64_t segment, std::uint64_t offset) {
  for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8)
    put_little_endian(bytes.data() + at, unwritten_word(segment, offset + at));
}

std::uint32_t add_to_group(std::uint32_t checksum, std::uint32_t of_record) {
  std::array<std::byte, 4> bytes;
  put_little_endian(bytes.data(), of_record);
  return base::crc32c(bytes, checksum);
}

}  // namespace mentat::keeper
