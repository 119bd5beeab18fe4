// What a seed chooses: the size of the cluster, of its program, and which faults happen how often
// (swarm testing: each seed leaves many faults out, so that the others go further).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "daemons/falcon/scheduler.h"
#include "mmps/base/instant.h"
#include "mmps/sim/network.h"

namespace mentat::sim {

// Sites at which a process may be killed; chances are out of 1000 for each passing.
struct kill_sites {
  std::uint32_t unit_taken = 0;     // it has a unit, and has not begun
  std::uint32_t before_result = 0;  // it has computed, and not emitted
  std::uint32_t after_result = 0;   // it has emitted, and not heard of custody
  std::uint32_t after_finished = 0;
};

struct fault_mix {
  std::uint32_t hosts = 4;
  std::uint32_t cores = 2;
  std::uint32_t processes = 4;  // most of each host
  falcon::location where = falcon::location::random;
  std::uint32_t roots = 1;
  std::uint32_t depth = 4;    // of the graph of a root
  std::uint32_t objects = 0;  // persistent
  std::uint32_t buffers = 0;  // the first so many of them select
  std::uint32_t direct = 0;   // calls of objects by the driver
  bool hopeless = false;      // and one that a buffer never accepts
  bool throws = false;        // a leaf of the first root throws
  bool poison = false;        // a leaf of the first root ends its process

  mmps::sim::way way;
  std::uint32_t slow_hosts = 0;  // the first so many compute ten times as long
  std::uint32_t kills = 0;       // worker processes at a random time
  kill_sites sites;
  std::uint32_t most_kills = 0;      // at sites
  bool objects_may_die = false;      // processes with persistent objects may be killed, too
  std::uint32_t lost_units = 0;      // token-matching units that end
  std::uint32_t failing_starts = 0;  // out of 1000
  base::duration slowest_news = 50 * base::millisecond;  // of a death, to other hosts
};

[[nodiscard]] fault_mix choose_faults(std::uint64_t seed, std::optional<std::uint32_t> hosts);
// A graph of some 50 calls and no faults, for measuring speed.
[[nodiscard]] fault_mix calm(std::uint32_t hosts);
[[nodiscard]] std::string text_of(const fault_mix& mix);

}  // namespace mentat::sim
