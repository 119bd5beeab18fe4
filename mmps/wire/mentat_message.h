// A mentat_message [TOCS96 3.2]: one token on its way: its sender and receiver, the function and
// argument number, the computation tag, and the value's bytes. If `destination` is unbound, a
// token-matching unit receives it.
//
// The layout of `header` is that of version 2 on the wire (128 bytes, little-endian); unused fields
// are zero. Ownership: a message owns its body; small bodies are in the message itself, large ones
// in storage that copies made by again() share and a transport may lend. Thread-safety: one owner
// at a time; two messages that share storage may be in two threads. Errors: body sizes above
// max_body throw std::length_error. Cost: one pooled block for a message of up to 64 bytes.
//
// Within a host large values may be apart from the body, in blocks of memory that processes share.
// body_length does not count them. Every part of a message comes before, behind or between them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "mmps/base/blocks_apart.h"
#include "mmps/base/byte_buffer.h"
#include "mmps/base/fixed_limits.h"
#include "mmps/wire/mmps_name.h"
#include "mmps/wire/tag.h"

namespace mentat::mmps {

struct message_header {
  std::array<char, 4> magic{'M', 'N', 'T', '1'};
  std::uint8_t version = 2;
  std::uint8_t type = 0;
  std::uint16_t flags = 0;
  std::uint32_t header_crc = 0;
  std::uint32_t body_crc = 0;
  std::uint32_t body_length = 0;
  std::uint32_t future_length = 0;
  std::uint32_t cluster = 0;
  std::uint32_t interface_hash = 0;
  mmps_name source;
  mmps_name destination;
  std::uint64_t link_sequence = 0;
  std::uint64_t link_acknowledged = 0;
  mmps::tag tag{};
  std::uint64_t reserved_word = 0;
  std::uint32_t class_id = 0;
  std::uint16_t function = 0;
  std::uint16_t argument = 0;
  std::uint16_t argument_count = 0;
  std::uint16_t depth = 0;
  std::uint8_t attempt = 0;
  std::uint8_t hops = 0;
  std::array<std::uint8_t, 6> reserved{};
  std::uint32_t credit = 0;

  // How many messages `arcs` followed a call. In such a message, its own number, from 1; in a
  // result, how many of them its sender took in. Neither has a depth: the field `depth` holds the
  // number.
  [[nodiscard]] std::uint16_t arcs_number() const { return depth; }
  void set_arcs_number(std::uint16_t number) { depth = number; }
  // Of a result or FINISHED, whose receiver knows the class: how long the function ran, in ns; 0:
  // not measured.
  [[nodiscard]] std::uint32_t run_time() const { return class_id; }
  void set_run_time(std::uint32_t nanoseconds) { class_id = nanoseconds; }
  // The class and its interface as one number.
  [[nodiscard]] std::uint64_t class_hash() const {
    return class_id | std::uint64_t{interface_hash} << 32;
  }
  void set_class_hash(std::uint64_t hash) {
    class_id = static_cast<std::uint32_t>(hash);
    interface_hash = static_cast<std::uint32_t>(hash >> 32);
  }
};
static_assert(sizeof(message_header) == 128);

// Equals message_header(). Code that makes many headers copies it, because the compiler's
// instruction to clear one takes longer than 16 moves.
extern const message_header blank_header;

class mentat_message {
 public:
  static constexpr std::size_t inline_body = 64;
  static constexpr std::size_t max_body = fixed::message.value;

  mentat_message() = default;
  explicit mentat_message(std::span<const std::byte> body);
  // Uses this header, but sets body_length to the length of the body.
  mentat_message(const message_header& header, std::span<const std::byte> body)
      : mentat_message(body) {
    set_header(header);
  }
  mentat_message(mentat_message&& other) noexcept { *this = std::move(other); }
  mentat_message& operator=(mentat_message&& other) noexcept;  // leaves `other` without a body

  message_header header;
  // Copies all fields but body_length, which remains the length of the body.
  void set_header(const message_header& other) {
    const std::uint32_t length = header.body_length;
    header = other;
    header.body_length = length;
  }

  // A message whose body is the first `size` bytes of `storage`, which lives as long as the
  // message. Nothing is copied. REQUIRES: size <= max_body.
  mentat_message(std::shared_ptr<std::byte[]> storage, std::size_t size);

  // A message with this body; large ones are not copied.
  [[nodiscard]] static mentat_message of(base::byte_buffer&& body);

  // The same message once more. A large body is shared, not copied: from then on neither may change
  // it.
  [[nodiscard]] mentat_message again() const;

  // A part of the body, under the same header, with the values that belong into it, or right
  // before or behind it. The storage is shared as by again().
  [[nodiscard]] mentat_message part(std::size_t from, std::size_t size) const;

  // The memory of a large body, from its first byte on; null: it is in the message itself.
  [[nodiscard]] const std::shared_ptr<std::byte[]>& storage() const { return large_; }
  // The large values that belong into the body, by their places there. REQUIRES: these are in
  // order.
  void set_apart(base::blocks_apart&& blocks) {
    apart_ = blocks.empty() ? nullptr : std::make_shared<base::blocks_apart>(std::move(blocks));
  }
  [[nodiscard]] bool has_apart() const { return apart_ != nullptr; }
  [[nodiscard]] std::span<const base::block_apart> apart() const {
    return apart_ ? std::span<const base::block_apart>(*apart_)
                  : std::span<const base::block_apart>();
  }
  // Bytes of the body and of these values.
  [[nodiscard]] std::size_t whole_length() const {
    return header.body_length + (apart_ ? base::size_of(*apart_) : 0);
  }
  // The same message with all of them copied into its body. REQUIRES: whole_length() <= max_body.
  [[nodiscard]] mentat_message in_one() const;

  [[nodiscard]] std::span<const std::byte> body() const;
  [[nodiscard]] std::span<std::byte> body();

  static void* operator new(std::size_t size);
  static void operator delete(void* block, std::size_t size) noexcept;

 private:
  std::array<std::byte, inline_body> inline_{};
  std::shared_ptr<std::byte[]> large_;
  std::shared_ptr<const base::blocks_apart> apart_;  // null: none
};

}  // namespace mentat::mmps
