// Seeds that nobody has run before: MENTAT_SIM_SEEDS of them (3000), from MENTAT_SIM_BASE on
// (the time). One in 50 is run twice. A seed that fails is printed with its faults and the end of
// its trace.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <chrono>
#include <cstdlib>
#include <string>

#include "tests/sim/run.h"

namespace mentat::sim {
namespace {

constexpr std::uint64_t usual_seeds = 3000;

std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
  const char* given = std::getenv(variable);
  return given == nullptr ? otherwise : std::strtoull(given, nullptr, 10);
}

std::uint64_t of_now() {
  const auto passed = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(
             std::chrono::duration_cast<std::chrono::seconds>(passed).count()) *
         100'000;
}

}  // namespace

TEST_CASE("fresh seeds: every invariant holds, and every rare path was taken") {
  const std::uint64_t seeds = number_from("MENTAT_SIM_SEEDS", usual_seeds);
  const std::uint64_t first = number_from("MENTAT_SIM_BASE", of_now());
  const options chosen;
  const sweep_result all = sweep(first, seeds, chosen);
  MESSAGE(all.seeds, " seeds from ", first, " on");
  for (const verdict& each : all.failures) MESSAGE(report(each, chosen));
  CHECK(all.failed == 0);
  CHECK(all.differing == 0);
  for (std::size_t i = 0; i < probe_count; ++i) {
    const std::string name = probe_names[i];
    MESSAGE(name, ": ", all.probes.values[i]);
    if (seeds >= usual_seeds) CHECK_MESSAGE(all.probes.values[i] > 0, name);
  }
}

}  // namespace mentat::sim
