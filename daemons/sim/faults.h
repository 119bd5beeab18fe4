// Which faults the seeds of a simulated run may have: a named set, or a file.
//
// A file has a line KEY = VALUE for each fault; a remark begins with #. Keys and their defaults:
//   messages = 0     chance that a seed loses, repeats, delays and reorders messages between hosts
//   loss = 0.2       of such a seed: at most this part of the messages is lost,
//   duplication = 0.2  repeated
//   latency_ms = 50  and takes up to so long
//   cuts = 0         chance that the network between two hosts is cut once, in one direction
//   cut_ms = 5000    for at most so long
//   deaths = 0       chance that a process dies
//   dies = worker, instantiation_manager, token_matching_unit
//   after = 1000     the event before which that happens, at the latest
//   mid_turn = 0.5   chance that it happens within a turn, before it has sent all messages of it
//   hosts = 0        chance that a host loses its power; the others hear of it after up to 5 s
//   clocks = 0       chance that the clocks of the hosts differ
//   drift = 0.05     by up to this part, for ever
//   jump_ms = 10000  and one jumps ahead by up to so long
//   slow = 0         chance that every second host is slow:
//   pause_ms = 20    its processes do nothing for up to so long after each turn
//   disks = 0        chance that token-matching units have 64 KiB of memory, and a disk beside it
//   disk_faults = 0.5  of such a seed: chance that disks are small, lose bits and ends of records
// Chances are from 0 to 1, `loss` at most 0.5. Thread-safety: values.
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
  double messages = 0, cuts = 0, deaths = 0, hosts = 0, clocks = 0, slow = 0, disks = 0;
  double disk_faults = 0.5;
  double mid_turn = 0.5, drift = 0.05;
  double loss = 0.2, duplication = 0.2;
  std::uint64_t latency_ms = 50, cut_ms = 5'000, jump_ms = 10'000, pause_ms = 20;
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
