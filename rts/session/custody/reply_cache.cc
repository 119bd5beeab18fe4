#include "rts/session/custody/reply_cache.h"

#include <utility>

namespace mentat::node {

reply_cache::begun reply_cache::begin(const key& of, const asker& repeated) {
  std::unique_lock held(lock_);
  if (bug_ == base::seeded_bug::results_not_kept) return begun::first;
  const auto [at, is_first] = entries_.try_emplace(of);
  entry& known = at->second;
  if (is_first) return begun::first;
  if (known.state == state::dropped) return begun::dropped;
  if (known.state == state::executed) {
    if (bug_ != base::seeded_bug::repetitions_not_answered) known.waiting.push_back(repeated);
    return begun::repeated;
  }
  const bool error = known.state == state::error;
  const std::vector<std::byte> result = known.result;
  held.unlock();
  repeated(error, result);
  return begun::repeated;
}

bool reply_cache::knows(const key& of) const {
  std::lock_guard guard(lock_);
  return entries_.contains(of);
}

void reply_cache::end(const key& of, bool error, std::span<const std::byte> result) {
  std::vector<asker> waiting;
  {
    std::lock_guard guard(lock_);
    const auto at = entries_.find(of);
    if (at == entries_.end() || at->second.state != state::executed) return;
    entry& ended = at->second;
    ended.state = error ? state::error : state::value;
    ended.result.assign(result.begin(), result.end());
    waiting.swap(ended.waiting);
    bytes_ += result.size();
    ended_.push_back(of);
    make_room();
  }
  for (const asker& one : waiting) one(error, result);
}

std::size_t reply_cache::size() const {
  std::lock_guard guard(lock_);
  return entries_.size();
}

std::size_t reply_cache::bytes() const {
  std::lock_guard guard(lock_);
  return bytes_;
}

reply_cache::losses reply_cache::lost() const {
  std::lock_guard guard(lock_);
  return lost_;
}

// Keeps the last result, however large it is.
void reply_cache::make_room() {
  while (ended_.size() > max_calls) {
    const auto oldest = entries_.find(ended_.front());
    bytes_ -= oldest->second.result.size();
    entries_.erase(oldest);
    ended_.pop_front();
    ++lost_.calls;
    if (dropped_ != 0) --dropped_;
  }
  for (; bytes_ > max_bytes && dropped_ + 1 < ended_.size(); ++dropped_)
    drop(entries_.find(ended_[dropped_])->second);
}

// An empty result costs nothing, and is kept.
void reply_cache::drop(entry& one) {
  if (one.result.empty()) return;
  bytes_ -= one.result.size();
  one.result = {};
  one.state = state::dropped;
  ++lost_.results;
}

}  // namespace mentat::node
