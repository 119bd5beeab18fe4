// From where a frame's receiver gets its piece.
#include <algorithm>
#include <tuple>

#include "mmps/base/fixed_limits.h"
#include "mmps/net/spread_pieces.h"

namespace mentat::mmps::net {

// Null: from here.
const spread_pieces::frame_id* spread_pieces::source_of(const going& one) {
  process& receiver = processes_[one.id.to];
  known_piece* const known = find(one.id.to.host, one.frame);
  if (known && known->brought_by == one.id) {
    const bool goes_on = known->source && is_usable(*known->source);
    return goes_on ? &*known->source : nullptr;
  }
  if (receiver.at_home.are_too_many()) {
    receiver.at_home.note_bytes();
    return nullptr;
  }
  const bool is_there = known && known->order < one.order && is_usable(known->brought_by) &&
                        known->brought_by.to != one.id.to &&
                        known->brought_by.to.incarnation == one.id.to.incarnation;
  if (is_there) return &known->brought_by;
  if (known) return nullptr;
  known_piece* const holder = host_to_ask(one);
  if (!holder) return nullptr;
  ++holder->serves;
  known_piece& noted = note_piece(one);
  noted.source = holder->brought_by;
  noted.depth = holder->depth + 1;
  return &*noted.source;
}

// Of pieces in other memory than that frame's nothing is known.
spread_pieces::known_piece* spread_pieces::find(std::uint32_t on_host,
                                                const mentat_message& piece) {
  const auto there = hosts_.find(on_host);
  if (there == hosts_.end()) return nullptr;
  const auto found = there->second.pieces.find({piece.body().data(), piece.body().size()});
  if (found == there->second.pieces.end() || found->second.memory.expired()) return nullptr;
  return &found->second;
}

bool spread_pieces::is_usable(const frame_id& source) const {
  const auto holder = processes_.find(source.to);
  if (holder == processes_.end()) return false;
  return holder->second.acknowledged >= source.sequence ||
         (!holder->second.is_slow && !is_closing_);
}

// The host that is nearest to this one and serves the fewest. Null: the bytes go from here.
spread_pieces::known_piece* spread_pieces::host_to_ask(const going& one) {
  unsigned from_here = 0;
  known_piece* best = nullptr;
  for (auto& [number, there] : hosts_) {
    if (number == one.id.to.host) continue;
    known_piece* const known = find(number, one.frame);
    if (!known) continue;
    from_here += known->source ? 0 : 1;
    const bool is_nearer =
        !best || std::tie(known->depth, known->serves) < std::tie(best->depth, best->serves);
    if (is_nearer && may_ask(one, *known)) best = known;
  }
  return from_here < fan_out ? nullptr : best;
}

bool spread_pieces::may_ask(const going& one, const known_piece& holder) {
  if (holder.is_unreachable || holder.serves >= fan_out || holder.order >= one.order ||
      !is_usable(holder.brought_by))
    return false;
  auto& missed = processes_[one.id.to].elsewhere;
  const auto before = missed.find(holder.brought_by.to);
  if (before == missed.end() || !before->second.are_too_many()) return true;
  before->second.note_bytes();
  return false;
}

spread_pieces::known_piece& spread_pieces::note_piece(const going& one) {
  host& there = hosts_[one.id.to.host];
  const place at{one.frame.body().data(), one.frame.body().size()};
  const auto [noted, is_new] = there.pieces.try_emplace(at);
  known_piece& known = noted->second;
  known = {};
  known.brought_by = one.id, known.order = one.order, known.memory = one.frame.storage();
  if (!is_new) return known;
  there.order.push_back(at);
  for (there.bytes += at.second; there.bytes > fixed::shared_pieces.value;) {
    there.bytes -= there.order.front().second;
    there.pieces.erase(there.order.front());
    there.order.pop_front();
  }
  return known;
}

spread_pieces::known_piece* spread_pieces::find(const frame_id& brought_by) {
  const auto there = hosts_.find(brought_by.to.host);
  if (there == hosts_.end()) return nullptr;
  const auto found = std::ranges::find_if(
      there->second.pieces, [&](const auto& one) { return one.second.brought_by == brought_by; });
  return found == there->second.pieces.end() ? nullptr : &found->second;
}

void spread_pieces::forget_piece(const frame_id& brought_by) {
  const auto there = hosts_.find(brought_by.to.host);
  if (there == hosts_.end()) return;
  auto& [pieces, order, bytes] = there->second;
  const auto missing = std::ranges::find_if(
      pieces, [&](const auto& one) { return one.second.brought_by == brought_by; });
  if (missing == pieces.end()) return;
  bytes -= missing->first.second;
  std::erase(order, missing->first);
  pieces.erase(missing);
}

}  // namespace mentat::mmps::net
