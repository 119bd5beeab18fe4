#include "mmps/net/spread_pieces.h"

#include <algorithm>
#include <array>
#include <span>

#include "mmps/base/fixed_limits.h"
#include "mmps/net/repeated_pieces.h"
#include "mmps/wire/codec.h"
#include "mmps/wire/little_endian.h"
#include "mmps/wire/message_type.h"

namespace mentat::mmps::net {
namespace {

constexpr std::size_t name_bytes = 24;  // slot, generation, sequence, size, checksum

// More missing pieces than that, and names are not worth their round trips.
bool misses_too_many(std::uint64_t missing, std::uint64_t named) {
  return 4 * missing > named + 32;
}

}  // namespace

mentat_message piece_elsewhere::in_place_of(const mentat_message& piece) const {
  std::array<std::byte, name_bytes> body{};
  put_little_endian(body.data(), receiver.slot);
  put_little_endian(body.data() + 4, receiver.generation);
  put_little_endian(body.data() + 8, sequence);
  put_little_endian(body.data() + 16, size);
  put_little_endian(body.data() + 20, crc);
  mentat_message made(piece.header, body);
  made.header.flags |= flag::elsewhere;
  protect_body(made);
  return made;
}

std::optional<piece_elsewhere> piece_elsewhere::read(const mentat_message& frame,
                                                     const mmps_name& self) {
  const std::byte* const body = frame.body().data();
  if (frame.body().size() != name_bytes) return std::nullopt;
  if ((frame.header.flags & (flag::repeated | flag::named)) != flag::repeated) return std::nullopt;
  piece_elsewhere said{.receiver = self,
                       .sequence = get_little_endian<std::uint64_t>(body + 8),
                       .size = get_little_endian<std::uint32_t>(body + 16),
                       .crc = get_little_endian<std::uint32_t>(body + 20)};
  said.receiver.slot = get_little_endian<std::uint32_t>(body);
  said.receiver.generation = get_little_endian<std::uint32_t>(body + 4);
  if (!said.receiver.is_process() || said.size < sent_pieces::least_bytes) return std::nullopt;
  return said;
}

bool spread_pieces::concerns(const mentat_message& frame) {
  return (frame.header.flags & flag::named) == 0 && (frame.header.flags & flag::body_crc) != 0 &&
         sent_pieces::is_worth(frame);
}

bool spread_pieces::pass(base::instant now, const mmps_name& to, mentat_message& frame) {
  const frame_id self{to, frame.header.link_sequence};
  process& receiver = processes_[to];
  const bool is_new = self.sequence > receiver.sent;
  const auto waited = waiting_.find(self);
  if (!is_new && waited == waiting_.end()) {  // once more
    const auto named = receiver.named.find(self.sequence);
    if (named != receiver.named.end()) name(frame, named->second);
    return true;
  }
  receiver.sent = std::max(receiver.sent, self.sequence);
  const known_piece* const known = find(to, frame);
  if (!known) {
    note_bytes(to, frame);
    if (waited != waiting_.end()) waiting_.erase(waited);
    return true;
  }
  const frame_id first = known->with_bytes;
  if (processes_.at(first.to).acknowledged < first.sequence) {
    waiting_.try_emplace(self, waiting_frame{first, now}).first->second.awaits = first;
    return false;
  }
  if (waited != waiting_.end()) waiting_.erase(waited);
  receiver.named[self.sequence] = first;
  ++receiver.named_ever;
  name(frame, first);
  return true;
}

void spread_pieces::name(mentat_message& frame, const frame_id& with_bytes) {
  frame = piece_elsewhere{with_bytes.to, with_bytes.sequence, frame.header.body_length,
                          frame.header.body_crc}
              .in_place_of(frame);
}

// Null: no other process of the host of `to` is known to have it, or will have it soon.
const spread_pieces::known_piece* spread_pieces::find(const mmps_name& to,
                                                      const mentat_message& piece) const {
  if (gets_bytes(to)) return nullptr;
  const auto there = hosts_.find(to.host);
  if (there == hosts_.end()) return nullptr;
  const auto found = there->second.pieces.find({piece.body().data(), piece.body().size()});
  if (found == there->second.pieces.end() || found->second.memory.expired()) return nullptr;
  const frame_id& first = found->second.with_bytes;
  const auto source = processes_.find(first.to);
  if (source == processes_.end() || first.to == to || first.to.incarnation != to.incarnation)
    return nullptr;
  if (source->second.is_slow && source->second.acknowledged < first.sequence) return nullptr;
  return &found->second;
}

void spread_pieces::note_bytes(const mmps_name& to, const mentat_message& piece) {
  host& there = hosts_[to.host];
  const place at{piece.body().data(), piece.body().size()};
  const auto [noted, is_new] = there.pieces.try_emplace(at);
  noted->second = {{to, piece.header.link_sequence}, piece.storage()};
  if (!is_new) return;
  there.order.push_back(at);
  for (there.bytes += at.second; there.bytes > fixed::shared_pieces.value;) {
    there.bytes -= there.order.front().second;
    there.pieces.erase(there.order.front());
    there.order.pop_front();
  }
}

spread_pieces::frames spread_pieces::note_acknowledged(base::instant now, const mmps_name& by,
                                                       std::uint64_t sequence) {
  const auto found = processes_.find(by);
  if (found == processes_.end()) return {};
  process& receiver = found->second;
  receiver.acknowledged = sequence;
  receiver.progress = now;
  receiver.is_slow = false;
  receiver.named.erase(receiver.named.begin(), receiver.named.upper_bound(sequence));
  frames due;
  std::erase_if(waiting_, [&](const auto& one) {
    return one.first.to == by && one.first.sequence <= sequence;
  });
  for (const auto& [frame, one] : waiting_)
    if (one.awaits.to == by && one.awaits.sequence <= sequence) due.push_back(frame);
  return due;
}

spread_pieces::frames spread_pieces::forget(const mmps_name& ended) {
  processes_.erase(ended);
  std::erase_if(waiting_, [&](const auto& one) { return one.first.to == ended; });
  frames due;
  for (const auto& [frame, one] : waiting_)
    if (one.awaits.to == ended) due.push_back(frame);
  return due;
}

bool spread_pieces::note_missing(const frame_id& frame) {
  const auto found = processes_.find(frame.to);
  if (found == processes_.end() || found->second.named.erase(frame.sequence) == 0) return false;
  ++found->second.missing_ever;
  return true;
}

bool spread_pieces::gets_bytes(const mmps_name& to) const {
  const auto found = processes_.find(to);
  return found != processes_.end() &&
         misses_too_many(found->second.missing_ever, found->second.named_ever);
}

base::instant spread_pieces::deadline_of(const waiting_frame& one) const {
  const auto source = processes_.find(one.awaits.to);
  if (source == processes_.end()) return one.since + patience;
  return std::max(one.since, source->second.progress) + patience;
}

spread_pieces::frames spread_pieces::take_overdue(base::instant now) {
  frames due;
  for (const auto& [frame, one] : waiting_) {
    if (now < deadline_of(one)) continue;
    if (const auto source = processes_.find(one.awaits.to); source != processes_.end())
      source->second.is_slow = true;
    due.push_back(frame);
  }
  return due;
}

base::instant spread_pieces::next_deadline() const {
  base::instant next = base::instant::never();
  for (const auto& [frame, one] : waiting_) next = std::min(next, deadline_of(one));
  return next;
}

}  // namespace mentat::mmps::net
