// Which faults the seeds of a simulated run may have: a named set, or a file.
//
// A file has a line KEY = VALUE for each fault; what is behind # is a remark. Keys, with what none
// of them named means:
//   messages = 0     chance that a seed loses, repeats, delays and reorders messages between hosts
//   loss = 0.2       of such a seed: at most this part of the messages is lost,
//   duplication = 0.2  repeated
//   latency_ms = 50  and takes up to so long
//   cuts = 0         chance that the network between two hosts is cut once, in one direction
//   cut_ms = 5000    for at most so long
//   deaths = 0       chance that a process dies
//   dies = worker, instantiation_manager, token_matching_unit
//   after = 1000     the event before which that happens, at the latest
//   disks = 0        chance that token-matching units have 64 KiB of memory, and a disk beside it
//   disk_faults = 0.5  of such a seed: chance that disks are small, lose bits and ends of records
// Chances are from 0 to 1. Thread-safety: values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "mmps/base/instant.h"
#include "rts/session/endpoint/notice.h"

namespace mentat::sim {

struct fault_rates {
  double messages = 0, cuts = 0, deaths = 0, disks = 0;  // chances, for each seed
  double disk_faults = 0.5;
  double loss = 0.2, duplication = 0.2;
  std::uint64_t latency_ms = 50, cut_ms = 5'000;
  std::uint64_t after = 1'000;  // events
  // A role that stands here twice dies twice as often.
  std::vector<node::role> dies{node::role::worker, node::role::worker,
                               node::role::instantiation_manager, node::role::token_matching_unit};
};

// `faults`: none, default, messages, cuts, deaths, disks, or the path of a file. Errors: a text
// that names the file and the line.
tl::expected<fault_rates, std::string> read_faults(const std::string& faults);
// The text of a file called `name`.
tl::expected<fault_rates, std::string> parse_faults(const std::string& text,
                                                    const std::string& name);

}  // namespace mentat::sim
