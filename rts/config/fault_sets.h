// The named sets of faults of mode sim (docs/simulator.md), for settings and messages.
#pragma once

namespace mentat::node {

inline constexpr const char* fault_sets[] = {"none",   "default", "messages", "cuts",
                                             "deaths", "hosts",   "clocks",   "slow",
                                             "disks",  "limits",  "drains"};
inline constexpr const char* fault_sets_text =
    "none, default, messages, cuts, deaths, hosts, clocks, slow, disks, limits, drains";

}  // namespace mentat::node
