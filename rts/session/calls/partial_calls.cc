#include "rts/session/calls/partial_calls.h"

#include "mmps/base/arrived_blocks.h"

namespace mentat::node {

bool partial_calls::fits(const waiting_call& call, const token_header& token) {
  return token.object == call.object && token.class_hash == call.class_hash &&
         token.function == call.function && token.argument < 64 &&
         (call.missing >> token.argument & 1) != 0;
}

// Lives of a slot grow, and begin anew.
bool partial_calls::had_all(const tag& of) const {
  const auto found = lives_.find(slot_of(of));
  return found != lives_.end() && static_cast<std::int32_t>(life_of(of) - found->second) <= 0;
}

partial_calls::outcome partial_calls::add(const tag& of, waiting_call call,
                                          std::vector<early_token>& early) {
  std::lock_guard guard(lock_);
  if (calls_.contains(of)) return outcome::known;
  if (calls_.size() == max_calls) return outcome::full;
  const bool is_full = bytes_ + call.bytes > max_bytes;
  if (is_full) {  // its tokens are known as those of a refused call
    call.call = nullptr;
    call.bytes = 0;
  }
  if (const auto came = early_.find(of); came != early_.end()) {
    forget(came->second);
    for (early_token& token : came->second) {
      if (!fits(call, token)) continue;
      call.missing &= ~(std::uint64_t{1} << token.argument);
      if (call.call) early.push_back(std::move(token));
    }
    early_.erase(came);
  }
  if (call.missing != 0) {
    calls_[of] = call;
    bytes_ += call.bytes;
  } else {
    lives_[slot_of(of)] = life_of(of);
  }
  return is_full ? outcome::full : outcome::waits;
}

computation_instance* partial_calls::take(const tag& of, const token_header& token,
                                          std::span<const std::byte> value) {
  std::lock_guard guard(lock_);
  const auto found = calls_.find(of);
  if (found == calls_.end()) {
    const bool is_repeated = had_all(of) && bug_ != base::seeded_bug::repeated_arguments_kept;
    if (!is_repeated && !ended_.contains(of.origin)) keep_early(of, token, value);
    return nullptr;
  }
  waiting_call& call = found->second;
  if (!fits(call, token)) return nullptr;
  computation_instance* const waits = call.call;
  call.missing &= ~(std::uint64_t{1} << token.argument);
  if (waits) {
    call.bytes += value.size();
    bytes_ += value.size();
  }
  if (call.missing == 0) {
    bytes_ -= call.bytes;
    calls_.erase(found);
    lives_[slot_of(of)] = life_of(of);
  }
  return waits;
}

// If there is no room for a value, keeps the token without it, which is an error when its call
// comes.
void partial_calls::keep_early(const tag& of, const token_header& token,
                               std::span<const std::byte> value) {
  const auto [place, is_new] = early_.try_emplace(of);
  for (const early_token& before : place->second)
    if (before.argument == token.argument && before.object == token.object &&
        before.class_hash == token.class_hash && before.function == token.function)
      return;
  if (is_new) in_order_.push_back(of);
  early_token& kept = place->second.emplace_back(early_token{token, {}, {}, true});
  ++early_count_;
  if (bytes_ + value.size() <= max_bytes) {
    kept.value.assign(value.begin(), value.end());
    kept.apart = base::arrived_blocks::in(value);
    bytes_ += value.size();
  } else {
    kept.has_value = false;
  }
  // Drops the oldest: most likely their calls will never come.
  while (early_count_ > max_calls || in_order_.size() > 2 * max_calls) {
    const auto oldest = early_.find(in_order_.front());
    in_order_.pop_front();
    if (oldest == early_.end() || early_count_ <= max_calls) continue;
    dropped_ += oldest->second.size();
    forget(oldest->second);
    early_.erase(oldest);
  }
}

std::vector<partial_calls::lost_argument> partial_calls::caller_ended(std::uint64_t process) {
  std::lock_guard guard(lock_);
  std::vector<lost_argument> lost;
  for (auto at = calls_.begin(); at != calls_.end();) {
    if (at->first.origin != process) {
      ++at;
      continue;
    }
    const waiting_call& call = at->second;
    for (std::size_t argument = 0; call.call && argument < 64; ++argument)
      if ((call.missing >> argument & 1) != 0) lost.push_back({call.call, argument});
    bytes_ -= call.bytes;
    at = calls_.erase(at);
  }
  std::erase_if(lives_, [&](const auto& entry) { return entry.first.origin == process; });
  std::erase_if(early_, [&](const auto& entry) {
    if (entry.first.origin != process) return false;
    forget(entry.second);
    return true;
  });
  // Others may still send arguments for its calls.
  if (ended_.insert(process).second) ended_in_order_.push_back(process);
  if (ended_in_order_.size() > max_ended) {
    ended_.erase(ended_in_order_.front());
    ended_in_order_.pop_front();
  }
  return lost;
}

void partial_calls::forget(const early_tokens& gone) {
  for (const early_token& token : gone) bytes_ -= token.value.size();
  early_count_ -= gone.size();
}

std::size_t partial_calls::waiting() const {
  std::lock_guard guard(lock_);
  return calls_.size();
}

std::size_t partial_calls::early() const {
  std::lock_guard guard(lock_);
  return early_count_;
}

std::uint64_t partial_calls::dropped() const {
  std::lock_guard guard(lock_);
  return dropped_;
}

}  // namespace mentat::node
