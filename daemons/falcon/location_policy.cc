#include "daemons/falcon/location_policy.h"

#include <algorithm>

#include "mmps/base/check.h"

namespace mentat::falcon {

eligible_hosts::eligible_hosts(std::span<const host_id> hosts, std::span<const host_id> avoid)
    : hosts_(hosts) {
  MENTAT_CHECK(avoid.size() <= max_avoided, "more hosts to avoid than a request can name");
  for (const host_id host : avoid) {
    const auto found = std::ranges::lower_bound(hosts, host);
    if (found == hosts.end() || *found != host) continue;
    const auto index = static_cast<std::size_t>(found - hosts.begin());
    if (!avoided(index)) skip_[skipped_++] = index;
  }
  std::sort(skip_.begin(), skip_.begin() + static_cast<std::ptrdiff_t>(skipped_));
}

bool eligible_hosts::avoided(std::size_t index) const {
  const auto end = skip_.begin() + static_cast<std::ptrdiff_t>(skipped_);
  return std::find(skip_.begin(), end, index) != end;
}

host_id eligible_hosts::at(std::size_t position) const {
  for (std::size_t i = 0; i < skipped_ && skip_[i] <= position; ++i) ++position;
  return hosts_[position];
}

bool eligible_hosts::contains(host_id host) const {
  const auto found = std::ranges::lower_bound(hosts_, host);
  return found != hosts_.end() && *found == host &&
         !avoided(static_cast<std::size_t>(found - hosts_.begin()));
}

host_id eligible_hosts::after(host_id host) const {
  auto index = static_cast<std::size_t>(std::ranges::upper_bound(hosts_, host) - hosts_.begin());
  for (;; ++index) {
    if (index == hosts_.size()) index = 0;
    if (!avoided(index)) return hosts_[index];
  }
}

}  // namespace mentat::falcon
