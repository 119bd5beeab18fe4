// The scenario of a seed: the session, and the faults of one kind. Pure functions of the seed.
#pragma once

#include <cstdint>
#include <string>

#include "daemons/sim/faults.h"
#include "daemons/sim/world.h"

namespace mentat::sim {

struct scenario {
  world_options options;
  std::string text;  // for the report of a failure
};

// `workers`: of each host; 0: the seed draws them.
scenario scenario_of(std::uint64_t seed, std::uint32_t hosts, const fault_rates& faults,
                     std::uint32_t workers = 0);
// Of a named set of faults. REQUIRES: it is one.
scenario scenario_of(std::uint64_t seed, std::uint32_t hosts, const std::string& faults);

// Empty, or why the outcome is wrong: the answer differs from that of mode serial, or an error
// names no injected fault.
std::string verdict(const world_outcome& result, const std::string& expected);

}  // namespace mentat::sim
