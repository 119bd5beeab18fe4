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
constexpr std::uint64_t unnamed_before_retry = 256;

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
    if (named != receiver.named.end())
      name(frame, named->second);
    else if (!find(to, frame))
      note_bytes(to, frame);  // it was missing: this process serves the others
    return true;
  }
  receiver.sent = std::max(receiver.sent, self.sequence);
  const known_piece* const known = find(to, frame);
  if (!known) {
    if (gets_bytes(to)) note_unnamed(receiver);
    note_bytes(to, frame);
    if (waited != waiting_.end()) waiting_.erase(waited);
    return true;
  }
  const frame_id first = known->with_bytes;
  if (processes_.at(first.to).acknowledged < first.sequence) {
    waiting_frame& waits = waiting_[self];
    if (waits.awaits != first) waits = {first, now};
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

// Of `to`, which gets the bytes of a piece that it might find. After some of them its misses count
// less, so that names get another chance.
void spread_pieces::note_unnamed(process& to) {
  if (++to.unnamed < unnamed_before_retry) return;
  to.unnamed = 0;
  to.named_ever /= 2;
  to.missing_ever /= 2;
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
  const bool is_last = std::ranges::none_of(
      processes_, [&](const auto& one) { return one.first.host == ended.host; });
  if (is_last) hosts_.erase(ended.host);
  std::erase_if(waiting_, [&](const auto& one) { return one.first.to == ended; });
  frames due;
  for (const auto& [frame, one] : waiting_)
    if (one.awaits.to == ended) due.push_back(frame);
  return due;
}

bool spread_pieces::note_missing(const frame_id& frame) {
  const auto found = processes_.find(frame.to);
  if (found == processes_.end()) return false;
  const auto named = found->second.named.find(frame.sequence);
  if (named == found->second.named.end()) return false;
  forget_piece(frame.to.host, named->second);
  found->second.named.erase(named);
  ++found->second.missing_ever;
  return true;
}

// What one process does not find, no other one will.
void spread_pieces::forget_piece(std::uint32_t on_host, const frame_id& with_bytes) {
  const auto there = hosts_.find(on_host);
  if (there == hosts_.end()) return;
  auto& [pieces, order, bytes] = there->second;
  const auto missing = std::ranges::find_if(
      pieces, [&](const auto& one) { return one.second.with_bytes == with_bytes; });
  if (missing == pieces.end()) return;
  bytes -= missing->first.second;
  std::erase(order, missing->first);
  pieces.erase(missing);
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
  for (auto& [frame, one] : waiting_) {
    if (now < deadline_of(one)) continue;
    one.since = now;  // its link may be gone, so that pass() is not asked
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
