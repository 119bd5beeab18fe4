// The name of a piece of a buffer: the message that has brought its bytes to another process. It
// travels in the place of the piece (flag::elsewhere, spread_pieces.h), and in a question for the
// bytes (message_type::fetch, fetched_pieces.h).
//
// Values. Thread-safety: any thread. Size: `name_bytes` on the wire. Both functions read() check the
// bytes of a peer, and return nothing if these are malformed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "mmps/wire/mentat_message.h"
#include "mmps/wire/mmps_name.h"

namespace mentat::mmps::net {

struct piece_elsewhere {
  static constexpr std::size_t name_bytes = 32;

  mmps_name receiver;  // of the bytes
  std::uint64_t sequence = 0;
  std::uint32_t size = 0;
  std::uint32_t crc = 0;

  // Under the header of that frame, whose body it replaces.
  [[nodiscard]] mentat_message in_place_of(const mentat_message& piece) const;
  static std::optional<piece_elsewhere> read(const mentat_message& frame);
};

// A question to the receiver of the bytes.
struct piece_question {
  mmps_name sender;  // of the bytes
  piece_elsewhere piece;

  [[nodiscard]] mentat_message in_message() const;
  static std::optional<piece_question> read(const mentat_message& message);
};

}  // namespace mentat::mmps::net
