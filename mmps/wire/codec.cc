#include "mmps/wire/codec.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>

#include "mmps/base/crc32c.h"
#include "mmps/wire/message_type.h"

namespace mentat::mmps {
namespace {

static_assert(sizeof(message_header) == header_size);
static_assert(std::is_trivially_copyable_v<message_header>);

using raw_header = std::array<std::byte, header_size>;

message_header from_wire(const raw_header& bytes) {
  if constexpr (std::endian::native == std::endian::little) {
    return std::bit_cast<message_header>(bytes);
  } else {
    auto header = std::bit_cast<message_header>(with_fields_reversed(bytes));
    header.flags ^= flag::swapped;  // here it is said of this machine's order
    return header;
  }
}

raw_header to_wire(message_header header) {
  if constexpr (std::endian::native == std::endian::little) {
    return std::bit_cast<raw_header>(header);
  } else {
    header.flags ^= flag::swapped;
    return with_fields_reversed(std::bit_cast<raw_header>(header));
  }
}

decode_error check_fields(const message_header& header, std::size_t max_body) {
  using four_bytes = std::uint32_t;  // compared without a call
  if (std::bit_cast<four_bytes>(header.magic) != std::bit_cast<four_bytes>(message_header{}.magic))
    return decode_error::magic;
  if (header.version != message_header{}.version) return decode_error::version;
  if (header.type == 0 || header.type > last_message_type) return decode_error::type;
  if ((header.flags & ~flag::all) != 0) return decode_error::flags;
  if (header.body_length > max_body) return decode_error::body_length;
  if (header.future_length > std::min(header.body_length, max_future_bytes))
    return decode_error::future_length;
  if (header.argument_count > max_arguments) return decode_error::argument_count;
  const bool no_arguments = header.argument_count == 0 && header.argument == 0;
  if (header.argument >= header.argument_count && header.argument != to_waiting_caller &&
      !no_arguments)
    return decode_error::argument;
  if ((header.flags & flag::body_crc) == 0 && header.body_crc != 0) return decode_error::reserved;
  if (header.reserved_word != 0 || header.reserved != message_header{}.reserved)
    return decode_error::reserved;
  return decode_error::none;
}

}  // namespace

std::string_view text_of(decode_error error) {
  switch (error) {
    case decode_error::none:
      return "no error";
    case decode_error::header_crc:
      return "the header's checksum is wrong";
    case decode_error::magic:
      return "this is not a message of Mentat";
    case decode_error::version:
      return "the version of the protocol is not 2";
    case decode_error::type:
      return "the type of the message is unknown";
    case decode_error::flags:
      return "unknown flags are set";
    case decode_error::body_length:
      return "fixed.message: the body is longer than the receiver allows";
    case decode_error::future_length:
      return "fixed.future: the future is longer than the body or 1 MiB";
    case decode_error::argument_count:
      return "fixed.arguments: more than 64 arguments";
    case decode_error::argument:
      return "the argument's number is not below the number of arguments";
    case decode_error::reserved:
      return "a field that must be zero is not";
    case decode_error::body_size:
      return "the body is not as long as the header says";
    case decode_error::body_crc:
      return "the body's checksum is wrong";
  }
  return "unknown error";
}

decode_result decode_header(std::span<const std::byte, header_size> bytes, std::size_t max_body) {
  raw_header raw;
  std::memcpy(raw.data(), bytes.data(), raw.size());
  const std::uint32_t crc = from_wire(raw).header_crc;
  std::memset(raw.data() + offsetof(message_header, header_crc), 0, sizeof crc);
  if (base::crc32c(raw) != crc) return {.error = decode_error::header_crc, .header = {}};
  decode_result result{.error = decode_error::none, .header = from_wire(raw)};
  result.header.header_crc = crc;
  result.error = check_fields(result.header, max_body);
  return result;
}

decode_error check_local_header(const message_header& header, std::size_t max_body) {
  return check_fields(header, max_body);
}

decode_error check_body(const message_header& header, std::span<const std::byte> body) {
  if (body.size() != header.body_length) return decode_error::body_size;
  if ((header.flags & flag::body_crc) != 0 && header.body_crc != base::crc32c(body))
    return decode_error::body_crc;
  return decode_error::none;
}

void encode_header(const message_header& header, std::span<std::byte, header_size> out) {
  message_header sealed = header;
  if ((sealed.flags & flag::body_crc) == 0) sealed.body_crc = 0;
  sealed.header_crc = 0;
  raw_header raw = to_wire(sealed);
  sealed.header_crc = base::crc32c(raw);
  raw = to_wire(sealed);
  std::memcpy(out.data(), raw.data(), raw.size());
}

void protect_body(mentat_message& message) {
  message.header.flags |= flag::body_crc;
  message.header.body_crc = base::crc32c(message.body());
}

std::array<std::byte, header_size> with_fields_reversed(
    std::span<const std::byte, header_size> bytes) {
  struct run {
    std::size_t fields, width;
  };
  constexpr std::array<run, 10> layout{{
      {6, 1},   // magic, version, type
      {1, 2},   // flags
      {14, 4},  // checksums, lengths, cluster, interface hash, names
      {2, 8},   // link
      {2, 8},   // tag
      {1, 8},   // reserved_word
      {1, 4},   // class
      {4, 2},   // function, argument, argument count, depth
      {8, 1},   // attempt, hops, reserved
      {1, 4},   // credit
  }};
  std::array<std::byte, header_size> reversed;
  std::size_t at = 0;
  for (const auto& [fields, width] : layout)
    for (std::size_t field = 0; field < fields; ++field, at += width)
      std::reverse_copy(bytes.begin() + at, bytes.begin() + at + width, reversed.begin() + at);
  return reversed;
}

}  // namespace mentat::mmps
