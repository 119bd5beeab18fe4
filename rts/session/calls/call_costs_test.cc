#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/session/calls/call_costs.h"

#include <doctest/doctest.h>

using mentat::node::call_costs;

TEST_CASE("the usual time follows the measurements; outliers hardly move it") {
  call_costs costs;
  CHECK(costs.of(7, 1) == 0);
  costs.note(7, 1, 800);
  CHECK(costs.of(7, 1) == 800);
  costs.note(7, 1, 1'000'000);
  CHECK(costs.of(7, 1) == 1'001);
  costs.note(7, 1, 900);
  CHECK(costs.of(7, 1) == 900);
  costs.note(7, 1, 910);
  CHECK(costs.of(7, 1) == 910);
  CHECK(costs.of(7, 2) == 0);
  for (int i = 0; i < 100; ++i) costs.note(7, 1, 1);
  CHECK(costs.of(7, 1) >= 1);
  CHECK(costs.of(7, 1) < 10);
}

TEST_CASE("more functions than the table has stay unknown, and known ones stay known") {
  call_costs costs;
  costs.note(1, 1, 50);
  for (std::uint32_t i = 0; i < 10'000; ++i) costs.note(2, i, 70);
  CHECK(costs.of(1, 1) == 50);
  std::size_t known = 0;
  for (std::uint32_t i = 0; i < 10'000; ++i)
    if (const auto mean = costs.of(2, i); mean != 0) {
      CHECK(mean == 70);
      ++known;
    }
  CHECK(known > 0);
  CHECK(known <= call_costs::size);
}
