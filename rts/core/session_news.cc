#include "rts/core/session_news.h"

#include <algorithm>

#include "rts/core/scheduler.h"
#include "rts/core/server_object.h"

namespace mentat {

using mmps::mmps_name;

void session_news::note_host(std::uint32_t host) {
  const std::lock_guard guard(lock_);
  hosts_.insert(host);
}

void session_news::note_host_left(std::uint32_t host) {
  const std::lock_guard guard(lock_);
  hosts_.erase(host);
}

std::vector<std::uint32_t> session_news::other_hosts() const {
  const std::lock_guard guard(lock_);
  return {hosts_.begin(), hosts_.end()};
}

void session_news::note_end(const mmps_name& process, const std::string& cause, scheduler& on) {
  std::vector<server_object*> to_run;
  {
    const std::lock_guard guard(lock_);
    if (!ended_.emplace(process, cause).second || has(base::seeded_bug::lost_homes_untold)) return;
    ended_in_order_.push_back(process);
    if (ended_in_order_.size() > max_remembered) {
      ended_.erase(ended_in_order_.front());
      ended_in_order_.pop_front();
    }
    for (process_watch* const one : watches_) {
      if (one->has_ended.load() ||
          std::ranges::find(one->processes, process) == one->processes.end())
        continue;
      one->cause = cause;
      one->has_ended.store(true, std::memory_order_release);
      one->object.note_time_passed();
      if (one->object.notify()) to_run.push_back(&one->object);
    }
  }
  for (server_object* const one : to_run) on.ready(*one);
}

std::optional<std::string> session_news::cause_of_end(const mmps_name& process) const {
  const std::lock_guard guard(lock_);
  const auto found = ended_.find(process);
  return found == ended_.end() ? std::nullopt : std::optional(found->second);
}

void session_news::watch(process_watch& by) {
  const std::lock_guard guard(lock_);
  watches_.insert(&by);
  for (const mmps_name& one : by.processes) {
    const auto found = ended_.find(one);
    if (found == ended_.end()) continue;
    by.cause = found->second;
    by.has_ended.store(true, std::memory_order_release);
    return;
  }
}

void session_news::unwatch(process_watch& by) {
  const std::lock_guard guard(lock_);
  watches_.erase(&by);
}

std::shared_ptr<const session_news::names> session_news::homes_of(const mmps_name& object) const {
  const std::lock_guard guard(lock_);
  const auto found = homes_.find(object);
  return found == homes_.end() ? nullptr : found->second;
}

std::shared_ptr<const session_news::names> session_news::note_homes(const mmps_name& object,
                                                                    names homes) {
  const std::lock_guard guard(lock_);
  if (homes_.size() >= max_remembered) homes_.clear();
  if (has(base::seeded_bug::last_homes_forgotten)) homes.pop_back();
  return homes_[object] = std::make_shared<const names>(std::move(homes));
}

void session_news::forget_homes(const mmps_name& object) {
  const std::lock_guard guard(lock_);
  homes_.erase(object);
}

}  // namespace mentat
