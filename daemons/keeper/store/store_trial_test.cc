// The store on a virtual disk: nothing that was safe is ever missing, and nothing else is there.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/keeper/store/store_trial.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

namespace mentat::keeper {
namespace {

constexpr std::uint64_t max_seeds = 2'000;

struct known_bug {
  base::seeded_bug bug;
  const char* name;
  const char* rule;
};
constexpr known_bug all_bugs[] = {
    {base::seeded_bug::torn_tail_kept, "torn_tail_kept",
     "the torn tail goes before anything is written behind it"},
    {base::seeded_bug::damage_taken_for_tail, "damage_taken_for_tail",
     "an invalid record before the last mark is damage"},
    {base::seeded_bug::fdatasync_retried, "fdatasync_retried",
     "after a failed fdatasync the records go to a new segment"},
    {base::seeded_bug::directory_not_synced, "directory_not_synced",
     "a segment has its name on the disk before it is used"},
    {base::seeded_bug::segment_freed_before_image_safe, "segment_freed_before_image_safe",
     "a segment goes when the images that replace it are safe"},
};

}  // namespace

TEST_CASE("faults, kills and power cuts lose no record that was safe") {
  trial_result met;
  for (std::uint64_t seed = 1; seed <= max_seeds; ++seed) {
    const trial_result one = run_trial(seed);
    INFO("seed ", seed, ": ", one.why);
    REQUIRE(one.why.empty());
    met.lost += one.lost, met.torn += one.torn, met.freed += one.freed, met.full += one.full;
  }
  // The rare paths were reached.
  CHECK(met.lost > 100);
  CHECK(met.torn > 1000);
  CHECK(met.freed > 1000);
  CHECK(met.full > 100);
}

// The sync that was to make the torn tail unwritten had failed, and the tail came back behind later
// groups.
TEST_CASE("a torn tail that comes back is not taken for a later group") {
  const trial_result one = run_trial(36572);
  INFO(one.why);
  CHECK(one.why.empty());
}

TEST_CASE("the virtual disk finds each bug that was put into the store within 2,000 seeds") {
  for (const known_bug& each : all_bugs) {
    std::uint64_t seed = 1;
    std::string why;
    for (; seed <= max_seeds && why.empty(); ++seed) why = run_trial(seed, each.bug).why;
    INFO(std::string(each.name), ": ", each.rule);
    CHECK_FALSE(why.empty());
    MESSAGE(std::string(each.name), ": seed ", seed - 1, ": ", why);
  }
}

TEST_CASE("a seed gives the same run each time") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const trial_result one = run_trial(seed), again = run_trial(seed);
    CHECK(one.safe == again.safe);
    CHECK(one.torn == again.torn);
    CHECK(one.freed == again.freed);
  }
}

}  // namespace mentat::keeper
