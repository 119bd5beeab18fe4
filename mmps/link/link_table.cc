#include "mmps/link/link_table.h"

#include <algorithm>
#include <tuple>

#include "mmps/base/check.h"

namespace mentat::mmps {
namespace {

using base::instant;

bool newer(const mmps_name& name, const mmps_name& than) {
  return std::tie(name.incarnation, name.generation) > std::tie(than.incarnation, than.generation);
}

std::uint64_t dropped_by(const link_end& end) {
  return end.counters().malformed + end.counters().beyond_window;
}

}  // namespace

link_table::entry* link_table::live(const mmps_name& peer) {
  const auto found = entries_.find(slot_of(peer));
  if (found == entries_.end() || found->second.name != peer || !found->second.end) return nullptr;
  return &found->second;
}

const link_end* link_table::find(const mmps_name& peer) const {
  const auto found = entries_.find(slot_of(peer));
  if (found == entries_.end() || found->second.name != peer || !found->second.end) return nullptr;
  return &*found->second.end;
}

bool link_table::has_ended(const mmps_name& peer) const {
  const auto found = entries_.find(slot_of(peer));
  if (found == entries_.end()) return false;
  return found->second.name == peer ? !found->second.end : newer(found->second.name, peer);
}

std::pair<link_table::queued, link_table::entry*> link_table::live_or_new(const mmps_name& peer) {
  auto found = entries_.find(slot_of(peer));
  if (found == entries_.end()) {
    if (entries_.size() >= limits_.peers && !make_room()) return {queued::too_many_peers, nullptr};
    found = entries_.try_emplace(slot_of(peer)).first;
    found->second.name = peer;
  } else if (newer(peer, found->second.name)) {
    end(found->second);
    found->second.name = peer;
  } else {
    if (found->second.name != peer || !found->second.end) return {queued::stale, nullptr};
    return {queued::yes, &found->second};
  }
  found->second.acknowledged = 0;
  found->second.end.emplace(limits_.link, random_.next());
  return {queued::yes, &found->second};
}

bool link_table::make_room() {
  const auto closed = std::find_if(entries_.begin(), entries_.end(),
                                   [](const auto& item) { return !item.second.end; });
  if (closed == entries_.end()) return false;
  entries_.erase(closed);
  return true;
}

void link_table::end(entry& old) {
  if (!old.end) return;
  collect(old);
  for (mentat_message& message : old.end->close())
    output_.undelivered.push_back({old.name, std::move(message)});
  dropped_ += dropped_by(*old.end);
  old.end.reset();
  set_deadline(old, instant::never());
}

void link_table::collect(entry& changed) {
  if (changed.end->has_output()) {
    changed.end->take_output(collected_);
    for (mentat_message& frame : collected_.frames)
      output_.frames.push_back({changed.name, std::move(frame)});
    for (mentat_message& message : collected_.delivered)
      output_.delivered.push_back({changed.name, std::move(message)});
    collected_.frames.clear();
    collected_.delivered.clear();
  }
  if (changed.acknowledged != changed.end->acknowledged()) {
    changed.acknowledged = changed.end->acknowledged();
    output_.acknowledged.push_back({changed.name, changed.acknowledged});
  }
  set_deadline(changed, changed.end->next_deadline());
}

// Keeps an earlier deadline until it is due: the next message puts off most of them.
void link_table::set_deadline(entry& of, instant deadline) {
  if (of.deadline <= deadline && of.end) return;
  if (of.deadline != instant::never()) deadlines_.erase({of.deadline, slot_of(of.name)});
  if (deadline != instant::never()) deadlines_.insert({deadline, slot_of(of.name)});
  of.deadline = deadline;
}

link_table::queued link_table::send(instant now, const mmps_name& peer, mentat_message&& message,
                                    std::uint64_t* sequence) {
  MENTAT_CHECK(peer.is_process(), "links are between processes");
  const auto [result, found] = live_or_new(peer);
  if (found == nullptr) return result;
  const std::uint64_t number = found->end->send(now, std::move(message));
  if (number == 0) return queued::full;
  if (sequence != nullptr) *sequence = number;
  collect(*found);
  return queued::yes;
}

void link_table::step(instant now, const mmps_name& from, mentat_message&& frame) {
  entry* const found = from.is_process() ? live_or_new(from).second : nullptr;
  if (found == nullptr) {
    ++dropped_;
    return;
  }
  found->end->step(now, std::move(frame));
  collect(*found);
}

void link_table::tick(instant now) {
  while (!deadlines_.empty() && deadlines_.begin()->first <= now) {
    entry& due = entries_.at(deadlines_.begin()->second);
    deadlines_.erase(deadlines_.begin());
    due.deadline = instant::never();
    due.end->tick(now);
    collect(due);
  }
}

std::uint64_t link_table::dropped() const {
  std::uint64_t all = dropped_;
  for (const auto& [slot, one] : entries_)
    if (one.end) all += dropped_by(*one.end);
  return all;
}

instant link_table::next_deadline() const {
  return deadlines_.empty() ? instant::never() : deadlines_.begin()->first;
}

void link_table::set_credit(instant now, const mmps_name& peer, std::size_t bytes) {
  if (entry* const found = live(peer)) {
    found->end->set_credit(now, bytes);
    collect(*found);
  }
}

void link_table::repeat(const mmps_name& peer, std::uint64_t sequence) {
  if (entry* const found = live(peer)) {
    found->end->repeat(sequence);
    collect(*found);
  }
}

bool link_table::expects(const mmps_name& peer, std::uint64_t sequence) const {
  if (const link_end* const link = find(peer)) return link->expects(sequence);
  return sequence != 0 && sequence <= limits_.link.window_messages && !has_ended(peer);
}

void link_table::note_withheld(instant now, const mmps_name& peer) {
  if (entry* const found = live(peer)) {
    found->end->note_withheld(now);
    collect(*found);
  }
}

void link_table::pipe_up(instant now, const mmps_name& peer) {
  if (entry* const found = live_or_new(peer).second) {
    found->end->pipe_up(now);
    collect(*found);
  }
}

// Also notes a peer without a link, so that a later send does not begin one.
void link_table::close(const mmps_name& peer) {
  auto found = entries_.find(slot_of(peer));
  if (found == entries_.end()) {
    if (entries_.size() >= limits_.peers && !make_room()) return;
    found = entries_.try_emplace(slot_of(peer)).first;
  } else if (found->second.name != peer && !newer(peer, found->second.name)) {
    return;
  }
  end(found->second);
  found->second.name = peer;
}

void link_table::take_output(link_table_output& to) {
  to.frames.clear();
  to.delivered.clear();
  to.undelivered.clear();
  to.acknowledged.clear();
  to.frames.swap(output_.frames);
  to.delivered.swap(output_.delivered);
  to.undelivered.swap(output_.undelivered);
  to.acknowledged.swap(output_.acknowledged);
}

}  // namespace mentat::mmps
