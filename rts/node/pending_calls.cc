#include "rts/node/pending_calls.h"

#include <utility>

#include "rts/node/clock.h"

namespace mentat::node {

tag pending_calls::add(const pending_call& added) {
  std::lock_guard guard(lock_);
  std::uint32_t number = first_free_;
  if (number != 0) {
    first_free_ = slots_[number - 1].next_free;
  } else {
    slots_.emplace_back();
    number = static_cast<std::uint32_t>(slots_.size());
  }
  slot& taken = slots_[number - 1];
  static_cast<pending_call&>(taken) = added;
  taken.since = coarse_now();
  ++taken.life;
  count_.fetch_add(1, std::memory_order_seq_cst);
  return {number | std::uint64_t{taken.life} << 32, process_};
}

pending_call pending_calls::release(std::uint32_t number) {
  slot& ended = slots_[number - 1];
  const pending_call was = std::exchange(static_cast<pending_call&>(ended), pending_call{});
  ended.next_free = first_free_;
  first_free_ = number;
  return was;
}

std::optional<pending_call> pending_calls::take(const tag& of,
                                                std::optional<const method_description*> asked) {
  std::lock_guard guard(lock_);
  const auto number = static_cast<std::uint32_t>(of[0]);
  if (of[1] != process_ || number == 0 || number > slots_.size()) return std::nullopt;
  const slot& found = slots_[number - 1];
  if (found.life != of[0] >> 32 || !found.call || (asked && found.method != *asked))
    return std::nullopt;
  count_.fetch_sub(1, std::memory_order_seq_cst);
  return release(number);
}

template <class Wanted>
std::vector<pending_call> pending_calls::take_if(Wanted&& wanted) {
  std::lock_guard guard(lock_);
  std::vector<pending_call> all;
  for (std::uint32_t number = 1; number <= slots_.size(); ++number)
    if (slots_[number - 1].call && wanted(slots_[number - 1])) all.push_back(release(number));
  count_.fetch_sub(all.size(), std::memory_order_seq_cst);
  return all;
}

std::vector<pending_call> pending_calls::take_all_from(const mmps::mmps_name& process) {
  return take_if([&](const pending_call& one) { return one.to.process() == process; });
}

std::vector<pending_call> pending_calls::take_all() {
  return take_if([](const pending_call&) { return true; });
}

}  // namespace mentat::node
