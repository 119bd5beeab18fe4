// The cores and the memory that this process may use. A container, a batch system or `taskset`
// allows a process less than the machine has; a program that takes more is slowed down or killed.
// Errors: none; a limit that cannot be read does not count. Thread-safety: all functions, while no
// thread changes the environment. Cost: a dozen small files.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

namespace mentat::machine {

inline constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

/// The least of the affinity, the quota of the control groups, SLURM_CPUS_ON_NODE and MENTAT_CORES;
/// at least 1.
[[nodiscard]] unsigned usable_cores();
/// In bytes: the least of the machine's memory and the limits of the control groups.
[[nodiscard]] std::uint64_t usable_memory();

/// The limits of the control groups (versions 1 and 2) of this process and of those above it.
struct group_limits {
  std::uint64_t cores = unlimited;   // a part of a core counts as a whole one
  std::uint64_t memory = unlimited;  // in bytes
};
/// `root` stands in front of all paths that are read; empty but for tests.
[[nodiscard]] group_limits limits_of_groups(const std::string& root = {});

/// A number of cores in a variable of the environment. `unlimited`: it holds no such number.
[[nodiscard]] std::uint64_t cores_in(const char* variable);

}  // namespace mentat::machine
