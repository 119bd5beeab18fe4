// One seed of the simulation, from its mix of faults to its verdict; and many.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mmps/base/instant.h"
#include "tests/sim/mutant.h"
#include "tests/sim/probes.h"

namespace mentat::sim {

struct options {
  std::optional<std::uint32_t> hosts;  // else as the seed chooses
  mutant broken = mutant::none;
  std::size_t trace_lines = 0;
  bool calm = false;  // 50 calls and no faults
};

struct verdict {
  std::uint64_t seed = 0;
  std::string failure;  // empty: all is well
  std::uint64_t hash = 0;
  base::instant virtual_end;
  probe_counts probes;
  std::string mix;                 // if it failed or is traced
  std::vector<std::string> trace;  // the end of it, if it is wanted
};

[[nodiscard]] verdict run_seed(std::uint64_t seed, const options& chosen);

struct sweep_result {
  std::uint64_t seeds = 0;
  std::vector<verdict> failures;  // the first ten, with their traces
  std::uint64_t failed = 0;
  std::uint64_t differing = 0;  // seeds that gave another hash the second time
  probe_counts probes;
};

// From `first` on; one seed in 50 is run twice. With until_failure it ends at the first failure.
[[nodiscard]] sweep_result sweep(std::uint64_t first, std::uint64_t seeds, const options& chosen,
                                 bool until_failure = false);

// What a person needs to look into a failure.
[[nodiscard]] std::string report(const verdict& failed, const options& chosen);

}  // namespace mentat::sim
