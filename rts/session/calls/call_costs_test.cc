#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/session/calls/call_costs.h"

#include <doctest/doctest.h>

using mentat::node::call_costs;

TEST_CASE("a function has the mean of its measurements; outliers count little") {
  call_costs costs;
  CHECK(costs.of(7, 1) == 0);
  costs.note(7, 1, 800);
  CHECK(costs.of(7, 1) == 800);
  costs.note(7, 1, 1'600);
  CHECK(costs.of(7, 1) == 900);
  costs.note(7, 1, 1'000'000);
  CHECK(costs.of(7, 1) == 1'687);
  CHECK(costs.of(7, 2) == 0);
  for (int i = 0; i < 100; ++i) costs.note(7, 1, 1);
  CHECK(costs.of(7, 1) >= 1);
  CHECK(costs.of(7, 1) < 10);
}

TEST_CASE("the bytes of the calls of a function are known apart from its time") {
  call_costs costs;
  costs.note_bytes(7, 1, 1 << 20);
  CHECK(costs.bytes_of(7, 1) == 1 << 20);
  CHECK(costs.of(7, 1) == 0);
  costs.note(7, 1, 800);
  CHECK(costs.bytes_of(7, 1) == 1 << 20);
  CHECK(costs.bytes_of(7, 2) == 0);
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

TEST_CASE("a function that mostly runs long is not brief, whatever the rest takes") {
  call_costs costs;
  for (int i = 0; i < 300; ++i) {
    costs.note(7, 1, i % 10 < 3 ? 300 : 10'000'000);
    if (i >= 20) CHECK(costs.of(7, 1) > 100'000);
  }
}

TEST_CASE("a brief function whose process loses its core now and then stays brief") {
  call_costs costs;
  costs.note(7, 1, 4'000'000);  // the first time
  for (int i = 0; i < 300; ++i) {
    costs.note(7, 1, i % 10 == 0 ? 4'000'000 : 300);
    if (i >= 60) CHECK(costs.of(7, 1) < 20'000);
  }
}
