#include "daemons/im/member_list.h"

#include <algorithm>

namespace mentat::im {

member_list::member_list(std::vector<mmps::mmps_name> managers) : managers_(std::move(managers)) {
  std::ranges::sort(managers_, [](const mmps::mmps_name& a, const mmps::mmps_name& b) {
    return a.host != b.host ? a.host < b.host : b < a;
  });
  const auto repeated = std::ranges::unique(managers_, {}, &mmps::mmps_name::host);
  managers_.erase(repeated.begin(), repeated.end());
  hosts_.reserve(managers_.size());
  for (const mmps::mmps_name& each : managers_) hosts_.push_back(each.host);
}

const mmps::mmps_name* member_list::manager_of(falcon::host_id host) const {
  const auto found = std::ranges::lower_bound(hosts_, host);
  if (found == hosts_.end() || *found != host) return nullptr;
  return &managers_[static_cast<std::size_t>(found - hosts_.begin())];
}

bool member_list::contains(const mmps::mmps_name& somebody_there) const {
  const mmps::mmps_name* manager = manager_of(somebody_there.host);
  return manager && manager->incarnation == somebody_there.incarnation;
}

}  // namespace mentat::im
