#include "mmps/net/spread_pieces.h"

#include <algorithm>
#include <utility>

#include "mmps/net/piece_elsewhere.h"
#include "mmps/net/repeated_pieces.h"
#include "mmps/wire/message_type.h"

namespace mentat::mmps::net {

bool spread_pieces::concerns(const mentat_message& frame) {
  return (frame.header.flags & flag::named) == 0 && (frame.header.flags & flag::body_crc) != 0 &&
         sent_pieces::is_worth(frame);
}

bool spread_pieces::pass(base::instant now, const mmps_name& to, mentat_message& frame) {
  const frame_id id{to, frame.header.link_sequence};
  process& receiver = processes_[to];
  const auto waited = waiting_.find(id);
  const bool is_new = id.sequence > receiver.sent;
  if (!is_new && waited == waiting_.end()) {  // once more
    const auto named = receiver.named.find(id.sequence);
    if (named != receiver.named.end())
      name(frame, named->second);
    else if (const known_piece* const known = find(to.host, frame);
             !known || known->brought_by.to == to)
      note_piece({id, frame});  // it was missing: this process serves the others
    return true;
  }
  receiver.sent = std::max(receiver.sent, id.sequence);
  const going one{id, frame, is_new ? ++last_order_ : waited->second.order};
  const frame_id* const source = source_of(one);
  if (!source) {
    note_piece({id, frame});
    note_gone(now, id);
    return true;
  }
  const frame_id first = *source;
  if (processes_.at(first.to).acknowledged < first.sequence) {
    send_later(now, one, first);
    return false;
  }
  note_gone(now, id);
  if (known_piece* const known = find(to.host, frame); known && known->brought_by == id)
    known->order = 0;
  receiver.named[id.sequence] = first;
  (first.to.host == to.host ? receiver.at_home : receiver.elsewhere[first.to]).note_named();
  name(frame, first);
  return true;
}

void spread_pieces::send_later(base::instant now, const going& one, const frame_id& source) {
  waiting_frame& waits = waiting_[one.id];
  if (waits.awaits != source) waits = {source, one.order, now};
}

// It does not wait any more. The patience of those that wait for it begins.
void spread_pieces::note_gone(base::instant now, const frame_id& id) {
  if (waiting_.erase(id) == 0) return;
  for (auto& [frame, one] : waiting_)
    if (one.awaits == id) one.since = now;
}

void spread_pieces::name(mentat_message& frame, const frame_id& source) {
  frame =
      piece_elsewhere{source.to, source.sequence, frame.header.body_length, frame.header.body_crc}
          .in_place_of(frame);
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
  for (auto& [name, one] : processes_) one.elsewhere.erase(ended);
  const bool is_last = std::ranges::none_of(
      processes_, [&](const auto& one) { return one.first.host == ended.host; });
  if (is_last) hosts_.erase(ended.host);
  std::erase_if(waiting_, [&](const auto& one) { return one.first.to == ended; });
  return awaiting(ended);
}

spread_pieces::frames spread_pieces::awaiting(const mmps_name& process) const {
  frames due;
  for (const auto& [frame, one] : waiting_)
    if (one.awaits.to == process) due.push_back(frame);
  return due;
}

spread_pieces::frames spread_pieces::note_unreachable(const mmps_name& process) {
  const auto found = processes_.find(process);
  if (found == processes_.end()) return {};
  found->second.is_slow = true;
  return awaiting(process);
}

bool spread_pieces::note_missing(const frame_id& frame) {
  const auto found = processes_.find(frame.to);
  if (found == processes_.end()) return false;
  process& receiver = found->second;
  const auto named = receiver.named.find(frame.sequence);
  if (named == receiver.named.end()) return false;
  const frame_id source = named->second;
  if (bug_ != base::seeded_bug::missing_pieces_named_again) receiver.named.erase(named);
  if (source.to.host == frame.to.host) {
    receiver.at_home.note_missing();
    forget_piece(source);  // what one process does not find, no other one will
    return true;
  }
  if (processes_.contains(source.to)) receiver.elsewhere[source.to].note_missing();
  if (known_piece* const there = find(source)) there->is_unreachable = true;
  return true;
}

bool spread_pieces::gets_bytes(const mmps_name& to) const {
  const auto found = processes_.find(to);
  return found != processes_.end() && found->second.at_home.are_too_many();
}

// A frame for which another one waits may wait itself: then its own deadline comes first.
base::instant spread_pieces::deadline_of(const waiting_frame& one) const {
  const auto awaited = waiting_.find(one.awaits);
  if (awaited != waiting_.end()) return base::instant::never();
  const auto source = processes_.find(one.awaits.to);
  if (source == processes_.end()) return one.since + patience;
  return std::max(one.since, source->second.progress) + patience;
}

spread_pieces::frames spread_pieces::take_overdue(base::instant now) {
  frames due;
  for (auto& [frame, one] : waiting_) {
    if (now < deadline_of(one)) continue;
    if (const auto source = processes_.find(one.awaits.to); source != processes_.end())
      source->second.is_slow = true;
    due.push_back(frame);
  }
  for (const frame_id& frame : due) {
    waiting_frame& one = waiting_.at(frame);
    one.since = now;
    // Its link is gone, since nobody has passed it again: nobody waits for it.
    if (std::exchange(one.was_overdue, true)) waiting_.erase(frame);
  }
  return due;
}

base::instant spread_pieces::next_deadline() const {
  base::instant next = base::instant::never();
  for (const auto& [frame, one] : waiting_) next = std::min(next, deadline_of(one));
  return next;
}

spread_pieces::frames spread_pieces::wait_no_more() {
  is_closing_ = true;
  frames due;
  for (const auto& [frame, one] : waiting_) due.push_back(frame);
  return due;
}

}  // namespace mentat::mmps::net
