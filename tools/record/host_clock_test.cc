#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tools/record/host_clock.h"

#include <doctest/doctest.h>

#include <random>

namespace mentat::command {
namespace {

constexpr std::int64_t second = 1'000'000'000;

TEST_CASE("one answer bounds the difference by half of its way there and back") {
  host_clock clock;
  clock.add(1'000, 500'000, 3'000);
  clock.finish();
  CHECK(clock.here_of(500'000) == 2'000);
  CHECK(clock.here_of(500'100) == 2'100);
  CHECK(clock.uncertainty(500'000, 500'000) == 1'001);
}

TEST_CASE("answers that cannot be are left out") {
  host_clock clock;
  clock.add(3'000, 5, 1'000);
  clock.add(1, UINT64_MAX, 2);
  clock.finish();
  CHECK_FALSE(clock.is_known());
}

// A clock that is 100 s ahead and runs 80 ppm faster; answers need 20 us to 5 ms, unevenly.
TEST_CASE("every time lies within the uncertainty, however uneven the ways are") {
  for (const double rate : {1.00008, 0.99992, 1.0}) {
    std::minstd_rand random(7);
    const auto there_of = [&](std::int64_t here) {
      return 100 * second + static_cast<std::int64_t>(static_cast<double>(here) * rate);
    };
    host_clock clock;
    constexpr int seconds = 60;
    for (int i = 0; i < seconds; ++i) {
      const std::int64_t asked = i * second + static_cast<std::int64_t>(random() % 1'000'000);
      const auto way = [&] {
        return static_cast<std::int64_t>(random() % (random() % 4 == 0 ? 5'000'000 : 20'000));
      };
      const std::int64_t told = asked + way(), heard = told + way();
      clock.add(static_cast<std::uint64_t>(asked), static_cast<std::uint64_t>(there_of(told)),
                static_cast<std::uint64_t>(heard));
    }
    clock.finish();
    const std::int64_t most = clock.uncertainty(there_of(0), there_of(seconds * second));
    CHECK(most < 500'000);  // far less than the slow answers
    for (std::int64_t here = 0; here < seconds * second; here += 37'000'111)
      CHECK(std::abs(clock.here_of(there_of(here)) - here) <= most);
  }
}

// What is sent and comes bounds the difference, too.
TEST_CASE("messages narrow what answers leave open, and none comes before it was sent") {
  host_clock clock;
  clock.add(0, 1'000'000, 2'000'000);
  clock.finish();
  CHECK(clock.uncertainty(1'000'000, 1'000'000) == 1'000'001);
  clock.at_least(1'500'000, 2'400'000);  // sent here, and came there
  clock.at_most(1'600'000, 2'540'000);   // sent there, and came here
  clock.finish();
  CHECK(clock.here_of(1'500'000) >= 2'400'000);
  CHECK(clock.here_of(1'600'000) <= 2'540'000);
  CHECK(clock.uncertainty(1'500'000, 1'600'000) < 30'000);
}

TEST_CASE("a clock that jumps has that uncertainty") {
  host_clock clock;
  clock.add(1'000, 1'000, 1'100);
  clock.add(2'000, 902'000, 2'100);
  clock.finish();
  CHECK(clock.uncertainty(1'000, 902'000) > 400'000);
}

}  // namespace
}  // namespace mentat::command
