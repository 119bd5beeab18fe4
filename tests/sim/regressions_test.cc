// Seeds that failed once, by number, with what they found. A seed stands for its faults only as
// long as fault_mix.cc chooses them in the same way; what it found has a test of its own beside the
// code.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "tests/sim/run.h"

namespace mentat::sim {

TEST_CASE("seeds that failed once") {
  // 2: links took the instantiation managers' news of loads for frames of their own.
  // 54: an instantiation manager gave a place to a token-matching unit that had ended, and its link
  // sent the answer for ever.
  // 324: a process told its manager of a new object before the caller had the answer, and ended.
  for (const std::uint64_t seed : {2, 54, 324}) {
    const verdict came = run_seed(seed, {});
    CHECK_MESSAGE(came.failure.empty(), report(came, {}));
  }
}

TEST_CASE("without faults every root has its value, and nothing is executed twice") {
  options chosen;
  chosen.calm = true;
  chosen.hosts = 4;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const verdict came = run_seed(seed, chosen);
    CHECK_MESSAGE(came.failure.empty(), report(came, chosen));
    CHECK(came.probes[probe::root_value] == 1);
    CHECK(came.probes[probe::unit_reissued] == 0);
    CHECK(came.probes[probe::unit_replayed] == 0);
    CHECK(came.probes[probe::token_duplicate] == 0);
    CHECK(came.probes[probe::frame_sent_again] == 0);
  }
}

TEST_CASE("a thousand hosts run in one thread") {
  options chosen;
  chosen.calm = true;
  chosen.hosts = 1000;
  const verdict came = run_seed(1, chosen);
  CHECK_MESSAGE(came.failure.empty(), report(came, chosen));
}

TEST_CASE("the same seed gives the same trace, another seed another") {
  CHECK(run_seed(7, {}).hash == run_seed(7, {}).hash);
  CHECK(run_seed(7, {}).hash != run_seed(8, {}).hash);
  options traced;
  traced.trace_lines = 100;
  CHECK(run_seed(7, traced).hash == run_seed(7, {}).hash);
}

}  // namespace mentat::sim
