#include "mmps/net/repeated_pieces.h"

#include <array>

#include "mmps/wire/codec.h"
#include "mmps/wire/little_endian.h"
#include "mmps/wire/message_type.h"

namespace mentat::mmps::net {
namespace {

// The body of a message that names a piece: its number, size and checksum.
constexpr std::size_t name_bytes = 16;

void remove_flags(message_header& header, std::uint16_t flags) {
  header.flags &= static_cast<std::uint16_t>(~flags);
}

}  // namespace

std::size_t piece_window::add(std::size_t size) {
  sizes_.push_back(size);
  bytes_ += size;
  std::size_t gone = 0;
  for (; bytes_ > max_bytes; ++gone) {
    bytes_ -= sizes_.front();
    sizes_.pop_front();
    ++first_;
  }
  return gone;
}

bool sent_pieces::is_worth(const mentat_message& piece) {
  return (piece.header.flags & flag::repeated) != 0 && piece.body().size() >= least_bytes;
}

const sent_pieces::sent_piece* sent_pieces::find(const mentat_message& piece) const {
  const auto found = pieces_.find({piece.body().data(), piece.body().size()});
  return found == pieces_.end() || found->second.memory.expired() ? nullptr : &found->second;
}

std::optional<mentat_message> sent_pieces::named(const mentat_message& piece) const {
  const sent_piece* const sent = find(piece);
  if (!sent) return std::nullopt;
  std::array<std::byte, name_bytes> name{};
  put_little_endian(name.data(), sent->number);
  put_little_endian(name.data() + 8, static_cast<std::uint32_t>(piece.body().size()));
  put_little_endian(name.data() + 12, sent->crc);
  std::optional<mentat_message> made(std::in_place, piece.header, name);
  remove_flags(made->header, flag::body_crc);
  made->header.body_crc = 0;
  made->header.flags |= flag::named;
  return made;
}

void sent_pieces::add(const mentat_message& piece) {
  const place at{piece.body().data(), piece.body().size()};
  const std::uint64_t number = window_.end();
  places_.push_back(at);
  pieces_[at] = {number, piece.header.body_crc, piece.storage()};
  for (std::size_t gone = window_.add(at.second); gone > 0; --gone) {
    const auto oldest = pieces_.find(places_.front());
    if (oldest != pieces_.end() && oldest->second.number < window_.first()) pieces_.erase(oldest);
    places_.pop_front();
  }
}

bool received_pieces::take(mentat_message& message) {
  if ((message.header.flags & flag::named) == 0) {
    if (message.body().size() < sent_pieces::least_bytes) return false;
    remove_flags(message.header, flag::repeated);
    pieces_.push_back(message.again());
    for (std::size_t gone = window_.add(message.body().size()); gone > 0; --gone)
      pieces_.pop_front();
    return true;
  }
  if (message.body().size() != name_bytes) return false;
  const auto number = get_little_endian<std::uint64_t>(message.body().data());
  const auto size = get_little_endian<std::uint32_t>(message.body().data() + 8);
  const auto crc = get_little_endian<std::uint32_t>(message.body().data() + 12);
  if (number < window_.first() || number >= window_.end()) return false;
  const mentat_message& kept = pieces_[number - window_.first()];
  if (kept.body().size() != size || kept.header.body_crc != crc) return false;
  mentat_message whole = kept.again();
  whole.set_header(message.header);
  remove_flags(whole.header, flag::repeated | flag::named);
  message = std::move(whole);
  return true;
}

}  // namespace mentat::mmps::net
