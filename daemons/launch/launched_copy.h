// Which copy of a program this process is, where a launcher has started several of them: mpirun,
// mpiexec or srun, as the environment of its processes says. Pure; thread-safe. Errors: texts, for
// variables that contradict each other.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace mentat::launch {

/// How the copies find each other.
enum class rendezvous_kind {
  pmi1,        // the PMI-1 protocol on a descriptor: MPICH, Intel MPI, MVAPICH
  pmix,        // the PMIx library: Open MPI, PRRTE
  slurm_step,  // not at all: the first one uses the nodes of its Slurm job
};

struct launched_copy {
  rendezvous_kind kind{};
  std::string launcher;  // as its user calls it: mpirun, mpiexec, srun
  unsigned rank = 0, size = 1;
  std::string node;     // as the launcher calls the machine; empty: it does not
  int descriptor = -1;  // of PMI-1
};

inline constexpr unsigned most_copies = 65536;

/// A variable whose name begins so tells a process which copy it is. The program that the copies
/// run together is none of them.
inline constexpr std::array<std::string_view, 4> variables_of_copies{"PMI_", "PMIX_", "MPI_LOCAL",
                                                                     "OMPI_COMM_WORLD_"};

/// Nothing: no launcher has started this process. A launcher that an outer one has started counts:
/// mpirun within a Slurm job is mpirun. `is_connection`: whether the descriptor is a socket; Open
/// MPI closes that of an mpiexec around it.
[[nodiscard]] tl::expected<std::optional<launched_copy>, std::string> launched_copy_in(
    const std::function<std::string(const std::string& name)>& variables,
    const std::function<bool(int descriptor)>& is_connection);

/// What to tell the user of a program whose `main` runs in each of these copies; empty: there is
/// one copy only, or another copy tells it.
[[nodiscard]] std::string warning_of_copies(const launched_copy& self);

}  // namespace mentat::launch
