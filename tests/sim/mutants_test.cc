// Each rule of custody that is broken on purpose is found within 2,000 seeds: the sweep would find
// a real bug of that kind.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "tests/sim/run.h"

namespace mentat::sim {

TEST_CASE("every seeded bug is found within 2,000 seeds") {
  for (const mutant_description& each : all_mutants) {
    options chosen;
    chosen.broken = each.which;
    const sweep_result all = sweep(1, 2000, chosen, true);
    CHECK_MESSAGE(all.failed == 1, each.name);
    if (!all.failures.empty())
      MESSAGE(each.name, ": seed ", all.failures[0].seed, ": ", all.failures[0].failure);
  }
}

}  // namespace mentat::sim
