#include "mmps/net/piece_elsewhere.h"

#include <array>
#include <span>

#include "mmps/net/repeated_pieces.h"
#include "mmps/wire/codec.h"
#include "mmps/wire/little_endian.h"
#include "mmps/wire/message_type.h"

namespace mentat::mmps::net {
namespace {

constexpr std::size_t question_bytes = piece_elsewhere::name_bytes + sizeof(mmps_name);

void put(std::byte* to, const mmps_name& name) {
  put_little_endian(to, name.host);
  put_little_endian(to + 4, name.incarnation);
  put_little_endian(to + 8, name.slot);
  put_little_endian(to + 12, name.generation);
}

mmps_name get_name(const std::byte* from) {
  return {.host = get_little_endian<std::uint32_t>(from),
          .incarnation = get_little_endian<std::uint32_t>(from + 4),
          .slot = get_little_endian<std::uint32_t>(from + 8),
          .generation = get_little_endian<std::uint32_t>(from + 12)};
}

void put(std::byte* to, const piece_elsewhere& piece) {
  put(to, piece.receiver);
  put_little_endian(to + 16, piece.sequence);
  put_little_endian(to + 24, piece.size);
  put_little_endian(to + 28, piece.crc);
}

std::optional<piece_elsewhere> get_piece(const std::byte* from) {
  const piece_elsewhere said{.receiver = get_name(from),
                             .sequence = get_little_endian<std::uint64_t>(from + 16),
                             .size = get_little_endian<std::uint32_t>(from + 24),
                             .crc = get_little_endian<std::uint32_t>(from + 28)};
  const bool makes_sense = said.receiver.is_process() && said.size >= sent_pieces::least_bytes;
  return makes_sense ? std::optional(said) : std::nullopt;
}

}  // namespace

mentat_message piece_elsewhere::in_place_of(const mentat_message& piece) const {
  std::array<std::byte, name_bytes> body{};
  put(body.data(), *this);
  mentat_message made(piece.header, body);
  made.header.flags |= flag::elsewhere;
  protect_body(made);
  return made;
}

std::optional<piece_elsewhere> piece_elsewhere::read(const mentat_message& frame) {
  if (frame.body().size() != name_bytes) return std::nullopt;
  if ((frame.header.flags & (flag::repeated | flag::named)) != flag::repeated) return std::nullopt;
  return get_piece(frame.body().data());
}

mentat_message piece_question::in_message() const {
  std::array<std::byte, question_bytes> body{};
  put(body.data(), piece);
  put(body.data() + piece_elsewhere::name_bytes, sender);
  mentat_message made{std::span<const std::byte>(body)};
  made.header.type = static_cast<std::uint8_t>(message_type::fetch);
  return made;
}

std::optional<piece_question> piece_question::read(const mentat_message& message) {
  if (message.body().size() != question_bytes) return std::nullopt;
  const auto piece = get_piece(message.body().data());
  const mmps_name sender = get_name(message.body().data() + piece_elsewhere::name_bytes);
  if (!piece || !sender.is_process()) return std::nullopt;
  return piece_question{sender, *piece};
}

}  // namespace mentat::mmps::net
