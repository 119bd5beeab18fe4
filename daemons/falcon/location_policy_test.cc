#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/falcon/location_policy.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

namespace mentat::falcon {

TEST_CASE(
    "the eligible hosts are those of the list that are not avoided, in order, for every list and "
    "every choice") {
  for (std::size_t count = 0; count <= 6; ++count) {
    std::vector<host_id> hosts;
    for (host_id i = 0; i < count; ++i) hosts.push_back(10 + 3 * i);
    for (unsigned mask = 0; mask < 1u << count; ++mask) {
      CAPTURE(count);
      CAPTURE(mask);
      std::vector<host_id> avoid{99, 99}, left;  // an unknown host
      for (std::size_t i = count; i-- > 0;)
        if (mask >> i & 1) avoid.insert(avoid.end(), {hosts[i], hosts[i]});
      for (std::size_t i = 0; i < count; ++i)
        if (!(mask >> i & 1)) left.push_back(hosts[i]);
      const eligible_hosts eligible(hosts, avoid);
      REQUIRE(eligible.size() == left.size());
      for (std::size_t i = 0; i < left.size(); ++i) CHECK(eligible.at(i) == left[i]);
      for (host_id host = 0; host < 40; ++host) {
        CHECK(eligible.contains(host) == (std::ranges::find(left, host) != left.end()));
        if (left.empty()) continue;
        const auto above = std::ranges::upper_bound(left, host);
        CHECK(eligible.after(host) == (above == left.end() ? left.front() : *above));
      }
    }
  }
}

}  // namespace mentat::falcon
