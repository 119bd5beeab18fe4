// Clocks of simulated hosts: their readings, and the instants of them.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/sim/host_clock.h"

#include <doctest/doctest.h>

#include "mmps/base/random.h"

namespace mentat::sim {
namespace {

using base::instant;

class fixed_clock final : public base::clock {
 public:
  [[nodiscard]] instant now() const override { return at; }
  [[nodiscard]] instant coarse() const override { return at; }
  instant at;
};

}  // namespace

TEST_CASE("a clock is ahead, drifts and jumps") {
  fixed_clock time;
  host_clock clock(time);
  time.at = {10 * base::second};
  CHECK(clock.now() == time.at);
  clock.set(3 * base::second, 50'000);
  CHECK(clock.now() == instant{13 * base::second + 500 * base::millisecond});
  clock.jump(base::second);
  CHECK(clock.now() == instant{14 * base::second + 500 * base::millisecond});
}

TEST_CASE("an instant of the clock is reached at the first instant of virtual time that shows it") {
  base::random chance(20241);
  for (int i = 0; i < 10'000; ++i) {
    const fixed_clock time;
    host_clock clock(time);
    clock.set(static_cast<base::duration>(chance.below(4'000)) * base::second,
              static_cast<std::int64_t>(chance.below(200'001)) - 100'000);
    const instant shown{static_cast<std::int64_t>(chance.below(std::uint64_t{1} << 50))};
    const instant at = clock.virtual_time(shown);
    INFO("number ", i, " of seed 20241");
    CHECK(clock.local(at) >= shown);
    if (at.ns > 0) CHECK(clock.local({at.ns - 1}) < shown);
  }
  const fixed_clock time;
  CHECK(host_clock(time).virtual_time(instant::never()) == instant::never());
  CHECK(host_clock(time).local(instant::never()) == instant::never());
}

}  // namespace mentat::sim
