#include "mmps/shm/compact_header.h"

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "mmps/base/random.h"

namespace mentat::mmps::shm {
namespace {

TEST_CASE("the receiver of a compact header is tested without making its name") {
  constexpr std::uint64_t seed = 20261123;
  INFO("seed ", seed);
  base::random chance(seed);
  const auto few = [&] { return static_cast<std::uint32_t>(chance.below(3)); };
  int to_process = 0, to_object = 0;
  for (int i = 0; i < 20'000; ++i) {
    const mmps_name self = mmps_name::of_process(7, 1, 1 + few(), 1 + few());
    mmps_name to = mmps_name::of_process(7, 1, 1 + few(), 1 + few());
    to.slot += few();
    to.generation += few() == 0 ? mmps_name::max_objects : few();
    const compact_header header = compact_header::of(compact_header::parts{.destination = to});
    REQUIRE(header.destination(self) == to);
    REQUIRE(header.is_to(self) == (to == self));
    REQUIRE(header.is_to_object_of(self) == (to.object_number() != 0 && to.process() == self));
    to_process += header.is_to(self);
    to_object += header.is_to_object_of(self);
  }
  CHECK(to_process > 100);
  CHECK(to_object > 100);
}

}  // namespace
}  // namespace mentat::mmps::shm
