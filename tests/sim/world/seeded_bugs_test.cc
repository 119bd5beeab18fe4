// Each bug that was put into the product is found by the world.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tests/sim/world/seeded_bugs.h"

#include <doctest/doctest.h>

#include <string>

namespace mentat::sim {
namespace {

constexpr std::uint64_t max_seeds = 2'000;

}  // namespace

// Tries the seed that found it last, then others if the world has changed since.
TEST_CASE("the world finds each bug that was put into the product within 2,000 seeds") {
  for (const known_bug& one : all_bugs()) {
    INFO(std::string(one.name), ": ", one.rule);
    const bool still_found = !tried(one.bug, one.first).why.empty();
    CHECK((still_found || find(one, 1, max_seeds)));
  }
}

TEST_CASE("the seeds that find the bugs find nothing without them") {
  for (const known_bug& one : all_bugs()) {
    const finding none = tried(base::seeded_bug::none, one.first);
    INFO(std::string(one.name), ": ", none.why);
    CHECK(none.why.empty());
  }
}

}  // namespace mentat::sim
