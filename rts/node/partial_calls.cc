#include "rts/node/partial_calls.h"

#include "mmps/wire/message_type.h"

namespace mentat::node {

bool partial_calls::fits(const waiting_call& call, const token_header& token) {
  return token.object == call.object && token.class_hash == call.class_hash &&
         token.function == call.function && token.argument < 64 &&
         (call.missing >> token.argument & 1) != 0;
}

partial_calls::outcome partial_calls::add(base::instant now, const tag& of, waiting_call call,
                                          std::vector<early_token>& early) {
  std::lock_guard guard(lock_);
  forget_old(now);
  if (calls_.contains(of)) return outcome::known;
  if (calls_.size() == most_calls || bytes_ + call.bytes > most_bytes) return outcome::full;
  if (const auto came = early_.find(of); came != early_.end()) {
    forget(came->second);
    for (early_token& token : came->second.tokens) {
      if (!fits(call, token)) continue;
      call.missing &= ~(std::uint64_t{1} << token.argument);
      if (call.call) early.push_back(std::move(token));
    }
    early_.erase(came);
  }
  if (call.missing != 0) {
    calls_[of] = call;
    bytes_ += call.bytes;
  }
  return outcome::waits;
}

computation_instance* partial_calls::take(base::instant now, const tag& of,
                                          const token_header& token,
                                          std::span<const std::byte> value) {
  std::lock_guard guard(lock_);
  forget_old(now);
  const auto found = calls_.find(of);
  if (found == calls_.end()) {
    keep_early(now, of, token, value);
    return nullptr;
  }
  waiting_call& call = found->second;
  if (!fits(call, token)) return nullptr;
  computation_instance* const waits = call.call;
  call.missing &= ~(std::uint64_t{1} << token.argument);
  call.bytes += value.size();
  bytes_ += value.size();
  if (call.missing == 0) {
    bytes_ -= call.bytes;
    calls_.erase(found);
  }
  return waits;
}

// What there is no room for is kept as a token without a value, which is an error when its call
// comes.
void partial_calls::keep_early(base::instant now, const tag& of, const token_header& token,
                               std::span<const std::byte> value) {
  if (early_count_ == most_calls) return;
  early_tokens& came = early_.try_emplace(of, early_tokens{now, {}}).first->second;
  for (const early_token& before : came.tokens)
    if (before.argument == token.argument) return;
  early_token& kept = came.tokens.emplace_back(early_token{token, {}});
  ++early_count_;
  if (bytes_ + value.size() <= most_bytes) {
    kept.value.assign(value.begin(), value.end());
    bytes_ += value.size();
  } else {
    kept.flags |= mmps::flag::no_value;
  }
}

std::vector<partial_calls::lost_argument> partial_calls::caller_ended(std::uint64_t process) {
  std::lock_guard guard(lock_);
  std::vector<lost_argument> lost;
  for (auto at = calls_.begin(); at != calls_.end();) {
    if (at->first[1] != process) {
      ++at;
      continue;
    }
    const waiting_call& call = at->second;
    for (std::size_t argument = 0; call.call && argument < 64; ++argument)
      if ((call.missing >> argument & 1) != 0) lost.push_back({call.call, argument});
    bytes_ -= call.bytes;
    at = calls_.erase(at);
  }
  std::erase_if(early_, [&](const auto& entry) {
    if (entry.first[1] != process) return false;
    forget(entry.second);
    return true;
  });
  return lost;
}

void partial_calls::forget(const early_tokens& gone) {
  for (const early_token& token : gone.tokens) bytes_ -= token.value.size();
  early_count_ -= gone.tokens.size();
}

void partial_calls::forget_old(base::instant now) {
  if (now < next_look_) return;
  next_look_ = now + life;
  std::erase_if(early_, [&](const auto& entry) {
    if (now - entry.second.since < life) return false;
    forget(entry.second);
    return true;
  });
}

std::size_t partial_calls::waiting() const {
  std::lock_guard guard(lock_);
  return calls_.size();
}

std::size_t partial_calls::early() const {
  std::lock_guard guard(lock_);
  return early_count_;
}

}  // namespace mentat::node
