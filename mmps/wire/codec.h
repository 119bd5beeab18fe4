// The only codec of version 2 of the wire [TOCS96 3.2.1]: 128 bytes of header, little-endian, then
// the body (docs/wire_format.md). Messages between hosts and spill files pass through it; within a
// host most have a compact header (mmps/shm/compact_header.h).
//
// Invariants:
//  1. decode_header() checks the checksum before it looks at any field; it returns nothing of a
//     header that failed.
//  2. A header that passed is canonical: encode_header() reproduces its bytes. Enumerations, counts
//     and lengths are in range.
//  3. Nothing is allocated. Callers allocate a body only after decode_header() with their own limit
//     has passed.
// Bytes in memory that others can write to are copied out first, and the copy is checked and used.
// Errors: values, never exceptions. Thread-safety: all functions. Cost: decode_header() some 25 ns.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "mmps/base/fixed_limits.h"
#include "mmps/wire/mentat_message.h"

namespace mentat::mmps {

inline constexpr std::size_t header_size = 128;
inline constexpr std::uint32_t max_future_bytes = fixed::future.value;
inline constexpr std::uint16_t max_arguments = fixed::arguments.value;

enum class decode_error : std::uint8_t {
  none,
  header_crc,
  magic,
  version,
  type,
  flags,
  body_length,     // above the limit of the receiver
  future_length,   // longer than the body, or above max_future_bytes
  argument_count,  // above max_arguments
  argument,        // not below the count, and not to_waiting_caller
  reserved,        // a reserved field is not zero, or body_crc is set without its flag
  body_size,       // the size differs from that in the header
  body_crc,
};
inline constexpr std::size_t decode_error_count = 13;

[[nodiscard]] std::string_view text_of(decode_error error);  // "the header's checksum is wrong"

struct decode_result {
  decode_error error = decode_error::none;
  message_header header;  // meaningful without an error only

  explicit operator bool() const { return error == decode_error::none; }
};

[[nodiscard]] decode_result decode_header(std::span<const std::byte, header_size> bytes,
                                          std::size_t max_body = mentat_message::max_body);

// The same for a header that has not left the host: in this host's byte order, without a checksum.
[[nodiscard]] decode_error check_local_header(const message_header& header,
                                              std::size_t max_body = mentat_message::max_body);

// Checks that this is the header's body: its length, and its checksum if the header has one.
[[nodiscard]] decode_error check_body(const message_header& header,
                                      std::span<const std::byte> body);

// Writes the header with its checksum. The body's checksum is written as it stands if
// flag::body_crc is set, else as 0.
void encode_header(const message_header& header, std::span<std::byte, header_size> out);

// Sets flag::body_crc and the checksum of the body as it is now.
void protect_body(mentat_message& message);

// The same bytes with every field of more than one byte reversed, as a big-endian machine does
// after reading and before writing.
[[nodiscard]] std::array<std::byte, header_size> with_fields_reversed(
    std::span<const std::byte, header_size> bytes);

}  // namespace mentat::mmps
