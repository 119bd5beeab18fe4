#include "rts/replica/replica_copies.h"

#include <algorithm>
#include <exception>
#include <string>
#include <utility>

#include "mmps/base/byte_buffer.h"
#include "rts/core/errors.h"
#include "rts/replica/replay.h"

namespace mentat {
namespace {

// Whether the state of this copy, which was made of these bytes, is the same bytes again.
bool keeps_its_bytes(const class_info& of_class, void* self, std::span<const std::byte> made_of) {
  base::byte_buffer again;
  of_class.replica->save(self, again);
  return std::ranges::equal(std::span(again.data(), again.size()), made_of);
}

}  // namespace

void replica_copies::look_behind() {
  const bool awaits =
      known_.load(std::memory_order_relaxed) > applied_.load(std::memory_order_relaxed) &&
      bug_ != base::seeded_bug::positions_not_awaited;
  table_.set_behind(awaits || !joined_);
}

void replica_copies::note_new(std::uint64_t number) {
  const std::lock_guard guard(lock_);
  if (number <= known_.load(std::memory_order_relaxed)) return;
  known_.store(number, std::memory_order_relaxed);
  look_behind();
}

void replica_copies::begin(bool joined) {
  if (joined_) drop_all();  // it joins again
  const std::lock_guard guard(lock_);
  joined_ = joined;
  look_behind();
}

void replica_copies::advance(std::uint64_t number) {
  const std::lock_guard guard(lock_);
  applied_.store(number, std::memory_order_relaxed);
  look_behind();
}

bool replica_copies::follows(const replica_update& next) const {
  const std::uint64_t last = applied_.load(std::memory_order_relaxed);
  if (next.kind == update_kind::state || next.kind == update_kind::joined)
    return next.number >= last;
  return joined_ && (next.number == last + 1 || bug_ == base::seeded_bug::gaps_ignored);
}

void replica_copies::apply(const replica_update& next, const note& applied) {
  const replica_table::applying alone(table_);
  if (!follows(next)) return drop_all();
  if (next.kind == update_kind::state || next.kind == update_kind::joined)
    begin(next.kind == update_kind::joined);
  switch (next.kind) {
    case update_kind::write:
      write(next);
      break;
    case update_kind::made:
    case update_kind::state:
      make(next);
      break;
    case update_kind::ended:
      drop(next.object);
      break;
    case update_kind::check:
      check(next);
      break;
    case update_kind::joined:
      break;
  }
  size_.store(copies_.size(), std::memory_order_relaxed);
  if (next.kind == update_kind::state) return;  // others may still be missing
  applied(next.number);
  advance(next.number);
}

void replica_copies::make(const replica_update& from) {
  const class_info* const of_class = from.of_class;
  if (!of_class || !of_class->replica || !of_class->construct) return;
  drop(from.object);
  try {
    copy made{of_class, {of_class->construct(), ends_copy{of_class}}};
    of_class->replica->load(made.self.get(), from.bytes, from.swapped);
    made.is_checked =
        are_checked_ && !from.swapped && keeps_its_bytes(*of_class, made.self.get(), from.bytes);
    table_.add(from.object, *of_class, made.self.get());
    copies_.emplace(from.object, std::move(made));
  } catch (...) {
    on_.warn(explained(std::current_exception()) + " (a copy of a replicated object)");
    drop(from.object);
  }
}

void replica_copies::write(const replica_update& what) {
  const auto found = copies_.find(what.object);
  if (found == copies_.end()) return;
  if (what.method && what.of_class == found->second.of_class) {
    try {
      return replay(on_, *what.of_class, *what.method, found->second.self.get(), what.bytes,
                    what.swapped);
    } catch (...) {
      on_.warn(explained(std::current_exception()) + " (a write of a replicated object's copy)");
    }
  }
  drop(what.object);
}

void replica_copies::check(const replica_update& against) {
  const auto found = copies_.find(against.object);
  if (found == copies_.end() || !found->second.is_checked || !against.method) return;
  const class_info& of_class = *found->second.of_class;
  try {
    if (std::ranges::equal(fingerprint_of(of_class, found->second.self.get()), against.bytes))
      return;
  } catch (...) {
    on_.warn(explained(std::current_exception()) + " (a check of a replicated object's copy)");
    return drop(against.object);
  }
  on_.warn(std::string("the copy of an object of class ") + of_class.description->name +
           " differs from that of the main program's process behind write " +
           std::to_string(against.number - 1) + " (" + against.method->name + ")");
  table_.poison(against.object, {against.method->name, against.number - 1});
  copies_.erase(found);
}

void replica_copies::drop(const mmps::mmps_name& name) {
  table_.remove(name);
  copies_.erase(name);
}

void replica_copies::drop_all() {
  for (const auto& [name, one] : copies_) table_.remove(name);
  copies_.clear();
  size_.store(0, std::memory_order_relaxed);
  const std::lock_guard guard(lock_);
  joined_ = false;
  look_behind();
}

}  // namespace mentat
