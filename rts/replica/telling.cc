// What the home tells its followers.
#include <algorithm>
#include <exception>
#include <utility>

#include "rts/core/errors.h"
#include "rts/replica/replica_home.h"

namespace mentat {
namespace {

using processes = std::vector<mmps::mmps_name>;

bool contains(const processes& all, const mmps::mmps_name& one) {
  return std::ranges::find(all, one) != all.end();
}

}  // namespace

void replica_home::admit() {
  if (!has_told_.load(std::memory_order_acquire)) return;
  const processes reachable = followers_->reachable();
  const replica_table::applying alone(table_);
  for (const mmps::mmps_name& process : reachable)
    if (!contains(joined_, process)) join(process);
}

void replica_home::forget(const mmps::mmps_name& process) {
  if (!has_told_.load(std::memory_order_acquire)) return;
  const replica_table::applying alone(table_);
  std::erase(joined_, process);
  std::erase(left_, process);
}

void replica_home::tell_made(const mmps::mmps_name& name, const original& made) {
  base::byte_buffer state;
  try {
    made.of_class->replica->save(made.self, state);
  } catch (...) {
    return on_.warn(explained(std::current_exception()));
  }
  tell_all({.kind = update_kind::made,
            .object = name,
            .of_class = made.of_class,
            .bytes = {state.data(), state.size()}});
  told_.emplace(name, made);
}

void replica_home::tell_write(const server_object& object, const method_description& method,
                              const base::byte_buffer& arguments) {
  tell_all({.kind = update_kind::write,
            .object = object.name(),
            .of_class = object.of_class(),
            .method = &method,
            .bytes = {arguments.data(), arguments.size()}});
}

void replica_home::tell_ended(const mmps::mmps_name& name) {
  if (told_.erase(name) != 0) tell_all({.kind = update_kind::ended, .object = name, .bytes = {}});
}

void replica_home::tell_check(const server_object& object, const method_description& method) {
  if (chosen_.check_every == 0) return;
  const auto found = told_.find(object.name());
  if (found == told_.end() || ++found->second.unchecked < chosen_.check_every) return;
  found->second.unchecked = 0;
  try {
    const replica_fingerprint state = fingerprint_of(*object.of_class(), object.self());
    tell_all({.kind = update_kind::check,
              .object = object.name(),
              .of_class = object.of_class(),
              .method = &method,
              .bytes = state});
  } catch (...) {
    on_.warn(explained(std::current_exception()));
  }
}

void replica_home::tell_all(replica_update what) {
  for (const mmps::mmps_name& process : std::exchange(left_, {})) join(process);
  if (joined_.empty()) return;
  what.number = ++position_;
  processes missed;
  if (skipped_.empty()) [[likely]] {
    missed = followers_->send(joined_, what);
  } else {
    processes others = joined_;
    for (const mmps::mmps_name& process : std::exchange(skipped_, {})) std::erase(others, process);
    missed = followers_->send(others, what);
  }
  for (const mmps::mmps_name& process : missed) std::erase(joined_, process);
  left_.insert(left_.end(), missed.begin(), missed.end());
  followers_->note_position(position_, joined_);
}

// The states of all objects, as they are behind the last step.
void replica_home::join(const mmps::mmps_name& process) {
  const auto tell = [&](const replica_update& what) {
    return followers_->send({&process, 1}, what).empty();
  };
  bool all = true;
  for (const auto& [name, one] : told_) {
    base::byte_buffer state;
    try {
      one.of_class->replica->save(one.self, state);
    } catch (...) {
      on_.warn(explained(std::current_exception()));
      continue;
    }
    all = all && tell({.kind = update_kind::state,
                       .number = position_,
                       .object = name,
                       .of_class = one.of_class,
                       .bytes = {state.data(), state.size()}});
  }
  const bool skips = chosen_.bug == base::seeded_bug::joined_without_tail && !told_.empty();
  all = all && tell({.kind = update_kind::joined,
                     .number = position_ + (skips ? 1 : 0),
                     .object = {},
                     .bytes = {}});
  if (skips) skipped_.push_back(process);
  (all ? joined_ : left_).push_back(process);
}

}  // namespace mentat
