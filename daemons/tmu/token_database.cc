#include "daemons/tmu/token_database.h"

#include <algorithm>
#include <utility>

#include "daemons/tmu/message_parts.h"
#include "mmps/base/check.h"
#include "mmps/wire/codec.h"
#include "mmps/wire/message_type.h"

namespace mentat::tmu {
namespace {

constexpr std::size_t allocation = 16;  // bytes that the allocator adds to a block
constexpr base::duration pause_after_fault = base::second;

}  // namespace

token_database::token_database(const limits& limits, spill_store* store, std::uint64_t seed)
    : limits_(limits), store_(store), units_(0, tag_hash{seed}), tombstones_(0, tag_hash{seed}) {}

std::size_t token_database::cost_of_unit(const unit& of) {
  return sizeof(unit) + sizeof(tag) + 4 * sizeof(void*) + allocation +
         of.held().size() * sizeof(held_token) + allocation +
         of.senders.capacity() * sizeof(mmps::mmps_name) + allocation +
         (of.place ? sizeof(granted_place) + allocation : 0) +
         (of.future.empty() ? 0 : of.future.capacity() + allocation) +
         (of.more ? sizeof(more_arcs) + of.more->future.capacity() + 2 * allocation : 0);
}

std::size_t token_database::cost_of_message(const mmps::mentat_message& message) {
  const std::size_t body = message.header.body_length;
  return sizeof(mmps::mentat_message) + allocation +
         (body > mmps::mentat_message::inline_body ? body + allocation : 0);
}

unit* token_database::find(const tag& tag) {
  const auto found = units_.find(tag);
  return found == units_.end() ? nullptr : &found->second;
}

const unit* token_database::find(const tag& tag) const {
  const auto found = units_.find(tag);
  return found == units_.end() ? nullptr : &found->second;
}

unit& token_database::add(const mmps::message_header& header, bool whole) {
  const auto [entry, added] = units_.try_emplace(header.tag);
  MENTAT_CHECK(added, "the tag has a unit");
  unit& made = entry->second;
  made.tag = header.tag;
  made.class_hash = header.class_hash();
  made.function = header.function;
  made.argument_count = header.argument_count;
  made.depth = header.depth;
  made.whole = whole;
  made.missing = whole ? 1 : header.argument_count;
  made.tokens = std::make_unique<held_token[]>(made.held().size());
  used_ += cost_of_unit(made);
  return made;
}

void token_database::erase(unit& gone) {
  for (held_token& token : gone.held()) {
    if (token.message) used_ -= cost_of_message(*token.message);
    if (token.spilled) store_->release(token.spilled);
  }
  if (gone.warm) warm_.erase(gone);
  used_ -= cost_of_unit(gone);
  if (gone.more) used_by_arcs_ -= gone.more->future.size();
  units_.erase(tag{gone.tag});
}

void token_database::bury(unit& gone, base::instant now) {
  const tag name = gone.tag;
  erase(gone);
  if (limits_.bug == base::seeded_bug::tombstones_not_kept) return;
  add_tombstone(name, now);
}

void token_database::touch(unit& used) {
  if (used.warm) warm_.erase(used);
  warm_.push_back(used);
  used.warm = true;
}

void token_database::store(unit& owner, std::size_t index, mmps::mentat_message&& message) {
  held_token& token = owner.held()[index];
  MENTAT_CHECK(!token.present(), "the token has arrived before");
  if ((message.header.flags & mmps::flag::swapped) != 0) owner.swapped |= std::uint64_t{1} << index;
  token.message = std::make_unique<mmps::mentat_message>(std::move(message));
  used_ += cost_of_message(*token.message);
  --owner.missing;
  touch(owner);
}

void token_database::set_place(unit& of, std::shared_ptr<granted_place> place) {
  used_ -= cost_of_unit(of);
  of.place = std::move(place);
  used_ += cost_of_unit(of);
}

void token_database::note_sender(unit& of, const mmps::mmps_name& process) {
  used_ -= cost_of_unit(of);
  of.note_sender(process);
  used_ += cost_of_unit(of);
}

more_arcs& token_database::more_of(unit& of) {
  if (!of.more) {
    used_ -= cost_of_unit(of);
    of.more = std::make_unique<more_arcs>();
    used_ += cost_of_unit(of);
  }
  return *of.more;
}

bool token_database::add_arcs(unit& of, std::uint16_t number, std::span<const std::byte> future) {
  more_arcs& more = more_of(of);
  if (number != more.messages + 1 || more.future.size() + future.size() > mmps::max_future_bytes)
    return false;
  used_ -= cost_of_unit(of);
  more.future.insert(more.future.end(), future.begin(), future.end());
  used_ += cost_of_unit(of);
  used_by_arcs_ += future.size();
  ++more.messages;
  return true;
}

void token_database::abandon(unit& of, std::uint16_t messages) {
  if (more_arcs& more = more_of(of); more.messages == messages) more.abandoned = true;
}

const mmps::mentat_message* token_database::look_at(const held_token& token) {
  if (token.message) return token.message.get();
  const spill_fault fault = store_->read(token.spilled, read_);
  if (fault == spill_fault::none) return &read_;
  last_fault_ = fault;
  return nullptr;
}

void token_database::add_tombstone(const tag& tag, base::instant now) {
  while (burials_.size() >= std::max<std::size_t>(limits_.tombstones, 1)) {
    forget_oldest_tombstone();
    ++tombstones_dropped_;
  }
  const base::instant forgotten = now + limits_.memory_of_the_dead;
  tombstones_.insert(tag);
  burials_.push_back({tag, forgotten});
}

void token_database::forget_oldest_tombstone() {
  tombstones_.erase(burials_.front().tag);
  burials_.pop_front();
}

void token_database::expire_tombstones(base::instant now) {
  while (tombstones_expire_ && !burials_.empty() && burials_.front().forgotten <= now)
    forget_oldest_tombstone();
}

base::instant token_database::next_expiry() const {
  return burials_.empty() || !tombstones_expire_ ? base::instant::never()
                                                 : burials_.front().forgotten;
}

bool token_database::spill(unit& coldest, base::instant now) {
  for (held_token& token : coldest.held()) {
    if (!token.message) continue;
    const std::size_t freed = cost_of_message(*token.message);
    if (token.message->has_apart()) *token.message = token.message->in_one();
    const spill_fault fault = store_->append(*token.message, token.spilled);
    if (fault != spill_fault::none) {
      token.spilled = {};
      last_fault_ = fault;
      spill_again_ = now + pause_after_fault;
      return false;
    }
    if (coldest.future.empty()) {
      const std::span<const std::byte> future = future_of(*token.message);
      used_ -= cost_of_unit(coldest);
      coldest.future.assign(future.begin(), future.end());
      used_ += cost_of_unit(coldest);
    }
    token.message.reset();
    used_ -= freed;
    ++spilled_;
  }
  warm_.erase(coldest);
  coldest.warm = false;
  return true;
}

void token_database::make_room(base::instant now) {
  if (!store_ || now < spill_again_) return;
  while (used_ > limits_.memory && !warm_.empty())
    if (!spill(*warm_.front(), now)) return;
}

bool token_database::has_room_for_unit(const mmps::mentat_message& first, base::instant now) {
  if (units_.size() >= limits_.units) return false;
  make_room(now);
  if (used_ > limits_.memory) return false;
  // Tokens beyond the limit are spilled at once, if the store works.
  const bool spills = store_ && now >= spill_again_;
  return spills || used_ + cost_of_message(first) <= limits_.memory;
}

bool token_database::has_reserve_for(const mmps::mentat_message& token, base::instant now) {
  make_room(now);
  const bool spills = store_ && now >= spill_again_;
  return spills || used_ + cost_of_message(token) <= limits_.memory + limits_.reserve;
}

bool token_database::has_room_for_arcs(std::span<const std::byte> future) const {
  return used_by_arcs_ + future.size() <= limits_.memory / 4;
}

}  // namespace mentat::tmu
