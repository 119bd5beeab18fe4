// Which faults the seeds of a simulated run may have: a named set, or a file. Each field of
// `fault_rates` is a key of the file; docs/simulator.md, "Faults", has their meanings.
// Thread-safety: values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "mmps/base/instant.h"
#include "rts/session/endpoint/notice.h"

namespace mentat::sim {

struct fault_rates {
  // Chances, for each seed.
  double messages = 0, cuts = 0, deaths = 0, hosts = 0, clocks = 0, slow = 0, disks = 0, limits = 0,
         drains = 0;
  double disk_faults = 0.5;
  double mid_turn = 0.5, drift = 0.05;
  double loss = 0.2, duplication = 0.2;
  std::uint64_t latency_ms = 50, cut_ms = 5'000, jump_ms = 10'000, pause_ms = 20, drain_ms = 60'000;
  std::uint64_t after = 1'000;  // events
  // A role that is listed twice dies twice as often.
  std::vector<node::role> dies{node::role::worker, node::role::worker,
                               node::role::instantiation_manager, node::role::token_matching_unit};
};

// `faults`: one of the named sets (rts/config/fault_sets.h), or the path of a file. Errors: a text
// that names the file and the line.
tl::expected<fault_rates, std::string> read_faults(const std::string& faults);
// The text of a file called `name`.
tl::expected<fault_rates, std::string> parse_faults(const std::string& text,
                                                    const std::string& name);

}  // namespace mentat::sim
