// Arrived frames that bring pieces of buffers, name them, ask for them or miss them
// (docs/adr/0045). All of it happens before the frames' links see them.
#include <array>
#include <optional>
#include <span>
#include <utility>

#include "mmps/net/network.h"
#include "mmps/wire/codec.h"
#include "mmps/wire/little_endian.h"
#include "mmps/wire/message_type.h"

namespace mentat::mmps::net {
namespace {

constexpr std::size_t max_apart = 256;  // frames that wait for a connection

// The frame's body becomes that piece.
void put_into(mentat_message& frame, const message_header& header, mentat_message&& piece,
              std::uint32_t crc) {
  piece.set_header(header);
  piece.header.flags &= static_cast<std::uint16_t>(~flag::elsewhere);
  piece.header.flags |= flag::body_crc;
  piece.header.body_crc = crc;
  frame = std::move(piece);
}

}  // namespace

// False: no link is to see the frame.
bool network::take_piece(mailbox::inbound_message& frame) {
  const message_header& header = frame.message.header;
  switch (static_cast<message_type>(header.type)) {
    case message_type::missing:
      note_missing(frame);
      return false;
    case message_type::fetch:
      answer_fetch(frame);
      return false;
    case message_type::fetched:
      return take_fetched(frame);
    default:
      break;
  }
  if ((header.flags & flag::elsewhere) != 0) return take_named(frame);
  if (spread_pieces::concerns(frame.message) && expects(frame)) share(frame);
  return true;
}

bool network::expects(const mailbox::inbound_message& frame) const {
  const std::lock_guard guard(lock_);
  return links_.expects(frame.from, frame.message.header.link_sequence);
}

// Before the link acknowledges a piece, the other processes of the host have it, too.
void network::share(const mailbox::inbound_message& frame) {
  if (!chosen_.pieces) return;
  chosen_.pieces->put({frame.from, chosen_.self, frame.message.header.link_sequence},
                      frame.message.body());
}

// False: the piece is not here, or not yet, and the link is to take the frame for lost.
bool network::take_named(mailbox::inbound_message& frame) {
  const message_header header = frame.message.header;
  const auto said = piece_elsewhere::read(frame.message);
  if (!said || header.link_sequence == 0) return false;
  if (!expects(frame)) return true;  // the link drops it, and acknowledges it once more
  if (said->receiver.host != chosen_.self.host) {
    fetch({frame.from, header, *said});
    return false;
  }
  std::optional<mentat_message> found;
  if (chosen_.pieces)
    found =
        chosen_.pieces->find({frame.from, said->receiver, said->sequence}, said->size, said->crc);
  if (!found) {
    say_missing({{frame.from, header, *said}});
    return false;
  }
  put_into(frame.message, header, std::move(*found), said->crc);
  return true;
}

void network::fetch(const fetched_pieces::wanted_piece& wanted) {
  const mmps_name& holder = wanted.piece.receiver;
  mentat_message question = piece_question{wanted.sender, wanted.piece}.in_message();
  const std::lock_guard guard(lock_);
  const auto number = fetched_.ask(clock_.now(), wanted);
  if (!number) return;
  question.header.tag.number = *number;
  if (send_apart(holder, std::move(question))) return;
  if (const auto unasked = fetched_.take_back(*number)) say_missing({*unasked});
}

void network::answer_fetch(const mailbox::inbound_message& frame) {
  const auto asked = piece_question::read(frame.message);
  if (!asked || asked->piece.receiver != chosen_.self) return;
  const auto& [sender, piece] = *asked;
  std::optional<mentat_message> found;
  if (chosen_.pieces)
    found = chosen_.pieces->find({sender, chosen_.self, piece.sequence}, piece.size, piece.crc);
  const auto answer = [&](mentat_message&& bytes) {
    bytes.header.type = static_cast<std::uint8_t>(message_type::fetched);
    bytes.header.tag = frame.message.header.tag;
    return send_apart(frame.from, std::move(bytes));
  };
  // Too much may be on the way to the asker; without an answer it would wait for its patience.
  if (!found || !answer(std::move(*found))) static_cast<void>(answer(mentat_message()));
}

// True: the frame that named the piece is there in its place.
bool network::take_fetched(mailbox::inbound_message& frame) {
  std::optional<fetched_pieces::wanted_piece> wanted;
  {
    const std::lock_guard guard(lock_);
    wanted = fetched_.take(clock_.now(), frame.from, frame.message.header.tag.number);
  }
  if (!wanted) return false;
  const auto& [sender, header, piece] = *wanted;
  const message_header& answer = frame.message.header;
  const bool is_it = (answer.flags & flag::body_crc) != 0 && answer.body_crc == piece.crc &&
                     frame.message.body().size() == piece.size;
  if (!is_it) {
    say_missing({*wanted});
    return false;
  }
  mentat_message bytes = std::move(frame.message);
  put_into(frame.message, header, std::move(bytes), piece.crc);
  frame.from = sender;
  if (!expects(frame)) return false;  // the sender has sent the bytes meanwhile
  share(frame);
  return true;
}

// Of no link: it may be lost, and then a time runs out. False: it is.
bool network::send_apart(const mmps_name& to, mentat_message&& message) {
  message.header.source = chosen_.self;
  message.header.destination = to;
  message.header.cluster = chosen_.cluster;
  protect_body(message);
  const auto found = peers_.find(to);
  if (found == peers_.end()) return false;
  peer_connection& there = found->second.connection;
  if (there.is_up()) return transport_->try_send(to, message) == mmps::sent::yes;
  reach(to, there);
  if (!there.may_be_reached() || there.apart.size() >= max_apart) return false;
  there.apart.push_back(std::move(message));
  return true;
}

// If that is lost, the sender's link repeats the frame, and this process says it again.
void network::say_missing(const fetched_pieces::pieces& all) {
  for (const fetched_pieces::wanted_piece& one : all) {
    std::array<std::byte, 8> number{};
    put_little_endian(number.data(), one.header.link_sequence);
    mentat_message made{std::span<const std::byte>(number)};
    made.header.type = static_cast<std::uint8_t>(message_type::missing);
    static_cast<void>(send_apart(one.sender, std::move(made)));
  }
}

void network::note_missing(const mailbox::inbound_message& frame) {
  if (frame.message.body().size() != 8) return;
  const spread_pieces::frame_id frame_id{
      frame.from, get_little_endian<std::uint64_t>(frame.message.body().data())};
  const std::lock_guard guard(lock_);
  if (!spread_.note_missing(frame_id)) return;
  repeat({frame_id});  // take_in() passes it on
  if (spread_.gets_bytes(frame.from) && !std::exchange(peers_[frame.from].misses_pieces, true))
    warn_of(frame.from,
            "does not find the large buffers that other processes of its host have received "
            "(fixed.shared_pieces), and gets them over the network");
}

}  // namespace mentat::mmps::net
