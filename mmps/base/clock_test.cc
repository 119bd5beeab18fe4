#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/base/clock.h"

#include <doctest/doctest.h>

#include <ctime>

using namespace mentat::base;

namespace {

class fixed_clock final : public mentat::base::clock {
 public:
  [[nodiscard]] instant now() const override { return {7}; }
  [[nodiscard]] instant coarse() const override { return {5}; }
};

instant read(clockid_t which) {
  timespec at{};
  clock_gettime(which, &at);
  return {at.tv_sec * second + at.tv_nsec};
}

}  // namespace

TEST_CASE("the machine's clock is its steady clock, and the coarse one is never ahead of it") {
  const instant before = read(CLOCK_MONOTONIC);
  const instant at = machine_clock().now();
  CHECK(before <= at);
  CHECK(at <= read(CLOCK_MONOTONIC));
  const instant coarse_before = read(CLOCK_MONOTONIC_COARSE);
  const instant coarse = machine_clock().coarse();
  CHECK(coarse_before <= coarse);
  CHECK(coarse <= read(CLOCK_MONOTONIC_COARSE));
  CHECK(coarse <= machine_clock().now());
}

TEST_CASE("coarse_now asks the clock that it is given") {
  const fixed_clock fixed;
  CHECK(coarse_now(fixed) == instant{5});
  const instant before = machine_clock().coarse();
  CHECK(before <= coarse_now(machine_clock()));
}
