#include "rts/session/custody/reply_cache.h"

#include <utility>

namespace mentat::node {

bool reply_cache::begin(base::instant now, const key& of, const asker& repeated) {
  std::unique_lock held(lock_);
  forget_old(now);
  if (bug_ == base::seeded_bug::results_not_kept) return true;
  const auto [at, is_first] = entries_.try_emplace(of);
  if (is_first) return true;
  if (!at->second.known) {
    at->second.waiting.push_back(repeated);
    return false;
  }
  const bool error = at->second.error;
  const std::vector<std::byte> result = at->second.result;
  held.unlock();
  repeated(error, result);
  return false;
}

void reply_cache::end(base::instant now, const key& of, bool error,
                      std::span<const std::byte> result) {
  std::vector<asker> waiting;
  {
    std::lock_guard guard(lock_);
    const auto at = entries_.find(of);
    if (at == entries_.end() || at->second.known) return;
    entry& ended = at->second;
    ended.known = true;
    ended.error = error;
    ended.result.assign(result.begin(), result.end());
    waiting.swap(ended.waiting);
    bytes_ += result.size();
    in_order_.emplace_back(now + life, of);
    forget_old(now);
  }
  for (const asker& one : waiting) one(error, result);
}

std::size_t reply_cache::size() const {
  std::lock_guard guard(lock_);
  return entries_.size();
}

void reply_cache::forget_old(base::instant now) {
  while (!in_order_.empty() && (in_order_.front().first <= now || in_order_.size() > max_results ||
                                (bytes_ > max_bytes && in_order_.size() > 1))) {
    const auto at = entries_.find(in_order_.front().second);
    bytes_ -= at->second.result.size();
    entries_.erase(at);
    in_order_.pop_front();
  }
}

}  // namespace mentat::node
