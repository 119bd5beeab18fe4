#include "daemons/im/object_processes.h"

#include <algorithm>

namespace mentat::im {

using mmps::mmps_name;

void object_processes::started(const mmps_name& process) {
  if (starting_ > 0) --starting_;
  if (processes_.try_emplace(process).second) ++spare_;
}

void object_processes::start_failed() {
  if (starting_ > 0) --starting_;
}

bool object_processes::ended(const mmps_name& process) {
  const auto found = processes_.find(process);
  if (found == processes_.end()) return false;
  if (found->second.ending) --ending_;
  if (found->second.is_keeper) {
    keeper_.reset();
  } else if (found->second.objects == 0 && !found->second.ending) {
    --spare_;
    // The session ends, or such processes cannot live here: from now on one is started only if it
    // is needed.
    spares_ = 0;
  }
  processes_.erase(found);
  return true;
}

std::optional<mmps_name> object_processes::take() {
  const auto spare = std::ranges::find_if(processes_, [](const auto& one) {
    return one.second.objects == 0 && !one.second.ending && !one.second.is_keeper;
  });
  if (spare == processes_.end()) return std::nullopt;
  ++spare->second.objects;
  --spare_;
  return spare->first;
}

std::optional<mmps_name> object_processes::take_keeper() {
  if (keeper_) {
    add_object(*keeper_);
  } else if (keeper_ = take(); keeper_) {
    processes_.at(*keeper_).is_keeper = true;
  }
  return keeper_;
}

void object_processes::add_object(const mmps_name& process) { ++processes_.at(process).objects; }

void object_processes::object_failed(const mmps_name& process) {
  const auto found = processes_.find(process);
  if (found == processes_.end() || found->second.objects == 0) return;
  if (--found->second.objects == 0 && !found->second.is_keeper) ++spare_;
}

void object_processes::object_ended(const mmps_name& process) {
  const auto found = processes_.find(process);
  if (found == processes_.end() || found->second.objects == 0 || --found->second.objects > 0 ||
      found->second.is_keeper)
    return;
  found->second.ending = true;
  ++ending_;
}

std::uint32_t object_processes::start(std::size_t waiting, bool has_time) {
  std::uint32_t count = 0;
  for (; would_start(waiting, has_time); ++count) ++starting_;
  return count;
}

}  // namespace mentat::im
