#include "rts/node/pending_calls.h"

#include <utility>

namespace mentat::node {

pending_calls::slot& pending_calls::new_slot() {
  if (first_free_ == 0) return slots_.emplace_back();
  slot& free = slots_[first_free_ - 1];
  first_free_ = free.next_free;
  return free;
}

pending_calls::slot* pending_calls::find(std::uint64_t first_half) {
  const auto number = static_cast<std::uint32_t>(first_half);
  if (number == 0 || number > slots_.size()) return nullptr;
  slot& found = slots_[number - 1];
  return found.life == first_half >> 32 && found.call ? &found : nullptr;
}

pending_call pending_calls::release(slot& ended) {
  const pending_call was = std::exchange(static_cast<pending_call&>(ended), pending_call{});
  ended.next_free = first_free_;
  first_free_ = static_cast<std::uint32_t>(&ended - slots_.data() + 1);
  if (was.partial) partial_.fetch_sub(1, std::memory_order_relaxed);
  return was;
}

// With the lock.
std::optional<pending_call> pending_calls::take_found(slot* found) {
  if (!found) return std::nullopt;
  count_.store(count_.load(std::memory_order_relaxed) - 1, std::memory_order_release);
  return release(*found);
}

std::optional<pending_call> pending_calls::take(const tag& of) {
  std::lock_guard guard(lock_);
  return take_found(of[1] == process_ ? find(of[0]) : nullptr);
}

std::optional<pending_call> pending_calls::take(const tag& of, const method_description* asked) {
  std::lock_guard guard(lock_);
  slot* const found = of[1] == process_ ? find(of[0]) : nullptr;
  return take_found(found && found->method == asked ? found : nullptr);
}

template <class Wanted>
std::vector<pending_call> pending_calls::take_if(Wanted&& wanted) {
  std::lock_guard guard(lock_);
  std::vector<pending_call> all;
  for (slot& one : slots_)
    if (one.call && wanted(one)) all.push_back(release(one));
  count_.store(count_.load(std::memory_order_relaxed) - all.size(), std::memory_order_release);
  return all;
}

std::vector<pending_call> pending_calls::take_all_from(const mmps::mmps_name& process) {
  return take_if([&](const pending_call& one) { return one.to.process() == process; });
}

std::vector<pending_call> pending_calls::take_all() {
  return take_if([](const pending_call&) { return true; });
}

}  // namespace mentat::node
