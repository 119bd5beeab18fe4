#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/falcon/random.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <map>
#include <vector>

namespace mentat::falcon {

TEST_CASE("every eligible host is chosen about equally often, and no other [TOCS96 3.2.6]") {
  const std::vector<host_id> hosts{2, 3, 5, 7, 11}, avoid{5};
  const load_view view(1);
  base::random chance(42);
  random policy;
  std::map<host_id, int> chosen;
  for (int i = 0; i < 40'000; ++i)
    ++chosen[policy.choose({}, view, eligible_hosts(hosts, avoid), chance).value()];
  CHECK(chosen.size() == 4);
  CHECK_FALSE(chosen.contains(5));
  for (const auto& [host, times] : chosen) CHECK(std::abs(times - 10'000) < 400);
}

TEST_CASE("the same seed chooses the same hosts, and without hosts none is chosen") {
  const std::vector<host_id> hosts{1, 2, 3, 4, 5, 6, 7, 8, 9};
  const load_view view(1);
  base::random one(7), other(7);
  random policy;
  const eligible_hosts all(hosts, {}), none(hosts, hosts);
  for (int i = 0; i < 100; ++i)
    CHECK(policy.choose({}, view, all, one) == policy.choose({}, view, all, other));
  CHECK_FALSE(policy.choose({}, view, none, one));
}

}  // namespace mentat::falcon
