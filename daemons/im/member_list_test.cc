#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/im/member_list.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace mentat::im {

TEST_CASE("members are in order, each host once, in its latest incarnation") {
  const member_list members({{5, 1, 9, 9}, {2, 1, 9, 9}, {5, 3, 9, 9}, {5, 2, 9, 9}});
  CHECK(std::ranges::equal(members.hosts(), std::vector<falcon::host_id>{2, 5}));
  REQUIRE(members.manager_of(5));
  CHECK(members.manager_of(5)->incarnation == 3);
  CHECK_FALSE(members.manager_of(3));
  CHECK(members.contains({5, 3, 1, 1}));
  CHECK_FALSE(members.contains({5, 2, 9, 9}));
  CHECK_FALSE(members.contains({7, 1, 1, 1}));
}

TEST_CASE("an empty list has no members") {
  const member_list members({});
  CHECK(members.hosts().empty());
  CHECK_FALSE(members.manager_of(0));
}

}  // namespace mentat::im
