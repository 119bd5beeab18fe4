#include "rts/session/custody/added_arcs.h"

#include <utility>

#include "mmps/wire/codec.h"

namespace mentat::node {

added_arcs::added* added_arcs::find_or_make(const tag& of) {
  const auto found = added_.find(of);
  if (found != added_.end()) return &found->second;
  if (added_.size() == max_calls) return nullptr;
  calls_.fetch_add(1, std::memory_order_relaxed);
  return &added_[of];
}

void added_arcs::add(const tag& of, std::uint16_t number, std::span<const std::byte> future) {
  std::lock_guard guard(lock_);
  if (number != 1 && !added_.contains(of)) return;
  if (bytes_ + future.size() > max_bytes) return;
  added* call = find_or_make(of);
  if (!call || number != call->messages + 1 ||
      call->future.size() + future.size() > mmps::max_future_bytes)
    return;
  if (bug_ == base::seeded_bug::arcs_counted_not_kept) return static_cast<void>(++call->messages);
  call->future.insert(call->future.end(), future.begin(), future.end());
  bytes_ += future.size();
  ++call->messages;
}

void added_arcs::begin(const tag& of, std::uint16_t messages, bool abandoned,
                       std::span<const std::byte> future) {
  take(of);
  std::lock_guard guard(lock_);
  if (bytes_ + future.size() > max_bytes) return;
  added* call = find_or_make(of);
  if (!call) return;
  call->future.assign(future.begin(), future.end());
  bytes_ += future.size();
  call->messages = messages;
  call->abandoned = abandoned;
}

void added_arcs::abandon(const tag& of, std::uint16_t messages) {
  std::lock_guard guard(lock_);
  if (messages != 0 && !added_.contains(of)) return;
  added* call = find_or_make(of);
  if (call && call->messages == messages) call->abandoned = true;
}

std::optional<added_arcs::added> added_arcs::take(const tag& of) {
  std::lock_guard guard(lock_);
  const auto found = added_.find(of);
  if (found == added_.end()) return std::nullopt;
  added taken = std::move(found->second);
  added_.erase(found);
  bytes_ -= taken.future.size();
  calls_.fetch_sub(1, std::memory_order_relaxed);
  return taken;
}

void added_arcs::forget_all_of(std::uint64_t process) {
  std::lock_guard guard(lock_);
  for (auto at = added_.begin(); at != added_.end();) {
    if (at->first.origin != process) {
      ++at;
      continue;
    }
    bytes_ -= at->second.future.size();
    at = added_.erase(at);
    calls_.fetch_sub(1, std::memory_order_relaxed);
  }
}

}  // namespace mentat::node
