#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/falcon/round_robin.h"

#include <doctest/doctest.h>

#include <vector>

namespace mentat::falcon {

TEST_CASE(
    "every host is asked before one is asked again, beginning behind oneself [TOCS96 3.2.6]") {
  const std::vector<host_id> hosts{1, 2, 3, 4};
  const host_id self = 3;
  const load_view view(1);
  base::random chance(1);
  round_robin policy(self);
  std::vector<host_id> asked;
  for (int i = 0; i < 6; ++i)
    asked.push_back(policy.choose({}, view, eligible_hosts(hosts, {&self, 1}), chance).value());
  CHECK(asked == std::vector<host_id>{4, 1, 2, 4, 1, 2});
}

TEST_CASE("hosts that come and go do not disturb the round") {
  const load_view view(1);
  base::random chance(1);
  round_robin policy(1);
  const std::vector<host_id> some{1, 2, 3}, fewer{1, 3}, more{1, 2, 3, 4}, none;
  CHECK(policy.choose({}, view, eligible_hosts(some, {}), chance) == 2);
  CHECK(policy.choose({}, view, eligible_hosts(fewer, {}), chance) == 3);
  CHECK(policy.choose({}, view, eligible_hosts(more, {}), chance) == 4);
  CHECK_FALSE(policy.choose({}, view, eligible_hosts(none, {}), chance));
}

}  // namespace mentat::falcon
