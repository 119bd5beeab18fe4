// Bugs that were put into the product on purpose, and the seeds of the simulated world that find
// them (docs/simulator.md).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "mmps/base/seeded_bug.h"

namespace mentat::sim {

// One seed of one program.
struct trial {
  std::uint64_t seed = 0;
  std::uint32_t hosts = 0;
  const char* faults = "";
  const char* program = "";
};

struct known_bug {
  base::seeded_bug bug;
  const char* name;
  const char* rule;  // the rule that it breaks
  trial first;       // the trial that found it
};

std::span<const known_bug> all_bugs();

struct finding {
  trial by;
  std::string why;  // the seed fails
};
// Empty why: the seed does not find it. Runs it in a process of the operating system of its own.
finding tried(base::seeded_bug bug, const trial& by);
// The first of the seeds, with each kind of faults, number of hosts and program; or with one
// program, or one kind.
std::optional<finding> find(const known_bug& wanted, std::uint64_t first_seed, std::uint64_t seeds,
                            const std::string& only = "", const std::string& only_faults = "");

}  // namespace mentat::sim
