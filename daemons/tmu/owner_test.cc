#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/tmu/owner.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "mmps/base/random.h"

namespace mentat::tmu {
namespace {

std::vector<member> hosts(std::uint32_t count) {
  std::vector<member> members;
  for (std::uint32_t host = 1; host <= count; ++host)
    members.push_back({mmps::mmps_name::of_process(host, 1, 2, 1)});
  return members;
}

}  // namespace

TEST_CASE("nobody owns a tag when nobody is alive") {
  CHECK_FALSE(tag_owner({1, 2}, {}).bound());
  std::vector<member> members = hosts(3);
  for (member& each : members) each.alive = false;
  CHECK_FALSE(tag_owner({1, 2}, members).bound());
}

TEST_CASE("the owner does not depend on the order of the members") {
  base::random chance(5);
  std::vector<member> members = hosts(7);
  for (int round = 0; round < 1000; ++round) {
    const std::array<std::uint64_t, 2> tag{chance.next(), chance.next()};
    const mmps::mmps_name owner = tag_owner(tag, members);
    std::rotate(members.begin(), members.begin() + 1 + static_cast<std::ptrdiff_t>(chance.below(6)),
                members.end());
    CHECK(tag_owner(tag, members) == owner);
  }
}

TEST_CASE("tags are spread evenly, also those that differ by one") {
  constexpr std::uint32_t count = 8, tags = 80'000;
  const std::vector<member> members = hosts(count);
  std::map<mmps::mmps_name, std::uint32_t> owned;
  for (std::uint64_t tag = 0; tag < tags; ++tag) ++owned[tag_owner({0, tag}, members)];
  CHECK(owned.size() == count);
  for (const auto& [name, number] : owned) {
    CHECK(number > tags / count * 95 / 100);
    CHECK(number < tags / count * 105 / 100);
  }
}

TEST_CASE("when a member dies only its own tags move, and they are spread") {
  base::random chance(6);
  std::vector<member> members = hosts(8);
  std::map<mmps::mmps_name, std::uint32_t> heirs;
  const mmps::mmps_name dead = members[3].name;
  for (int round = 0; round < 20'000; ++round) {
    const std::array<std::uint64_t, 2> tag{chance.next(), chance.next()};
    members[3].alive = true;
    const mmps::mmps_name before = tag_owner(tag, members);
    members[3].alive = false;
    const mmps::mmps_name after = tag_owner(tag, members);
    CHECK(after != dead);
    if (before != dead)
      CHECK(after == before);
    else
      ++heirs[after];
  }
  CHECK(heirs.size() == 7);
}

}  // namespace mentat::tmu
