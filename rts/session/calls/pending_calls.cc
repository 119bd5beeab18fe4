#include "rts/session/calls/pending_calls.h"

#include "rts/session/endpoint/notice.h"

namespace mentat::node {

pending_calls::slot& pending_calls::one_more_slot() { return slots_.emplace_back(); }

std::optional<pending_call> pending_calls::take(const tag& of, const method_description* asked) {
  std::lock_guard guard(lock_);
  slot* const found = of.origin == process_ ? find(of.number) : nullptr;
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

std::vector<std::uint64_t> pending_calls::kept_for(const mmps::mmps_name& process) const {
  std::lock_guard guard(lock_);
  std::vector<std::uint64_t> all;
  for (const slot& one : slots_)
    if (one.call && one.is_kept() && one.to == process)
      all.push_back(static_cast<std::uint64_t>(&one - slots_.data() + 1) | std::uint64_t{one.life}
                                                                               << 32);
  return all;
}

std::vector<pending_call> pending_calls::take_all_from(const mmps::mmps_name& process) {
  return take_if([&](const pending_call& one) {
    return one.to.process() == process && one.keeping != unit_keeping::finished;
  });
}

std::vector<pending_call> pending_calls::take_all() {
  return take_if([](const pending_call&) { return true; });
}

void pending_calls::move_units(const mmps::mmps_name& next) {
  std::lock_guard guard(lock_);
  for (slot& one : slots_)
    if (one.call && is_later_unit_of_host(next, one.to)) one.to = next;
}

}  // namespace mentat::node
