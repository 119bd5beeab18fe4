#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/record/sampling.h"

#include <doctest/doctest.h>

namespace mentat::record {
namespace {

constexpr std::uint64_t rare = 2'000;

struct function {
  sampling sampled;
  std::uint64_t now = 1;

  // The number of calls that are recorded of so many that come so often.
  int recorded_of(int calls, std::uint64_t between) {
    int recorded = 0;
    for (int i = 0; i < calls; ++i, now += between) {
      if (!sampled.takes_next()) continue;
      sampled.note(now, rare);
      ++recorded;
    }
    return recorded;
  }
};

}  // namespace

TEST_CASE("all calls of a function that is seldom called are recorded") {
  function one;
  CHECK(one.recorded_of(10'000, 2'010) == 10'000);
  CHECK(one.sampled.records_all());
}

TEST_CASE(
    "after the first 256, one call of 16 is recorded, and one of 64 if they come very often") {
  function frequent, very_frequent;
  CHECK(frequent.recorded_of(256 + 1'600, 1'900) == 256 + 100);
  CHECK(very_frequent.recorded_of(256 + 6'400, 240) == 256 + 100);
  CHECK_FALSE(frequent.sampled.records_all());
  // So it goes on after more windows.
  CHECK(very_frequent.recorded_of(64'000, 240) == 1'000);
}

TEST_CASE("a function that is called less often is noticed at once if the pauses are long") {
  function one;
  (void)one.recorded_of(256 + 64, 100);
  CHECK(one.recorded_of(64 * 10, 60'000) == 10);
  (void)one.recorded_of(64, 70'000);
  CHECK(one.sampled.records_all());
  CHECK(one.recorded_of(10'000, 70'000) == 10'000);
}

TEST_CASE("a function that is called more often is noticed after 256 calls") {
  function one;
  (void)one.recorded_of(256, 5'000);
  CHECK(one.recorded_of(256, 100) == 256);
  CHECK(one.recorded_of(64, 100) == 1);
}

}  // namespace mentat::record
