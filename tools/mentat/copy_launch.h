#pragma once

#include <optional>
#include <string>

#include "daemons/launch/launched_copy.h"
#include "tools/mentat/installation.h"
#include "tools/mentat/launcher.h"

namespace mentat::command {

/// The copy that mpirun, mpiexec or srun has started; nothing: none of them has.
expected<std::optional<launch::launched_copy>> own_copy();

/// In every copy that mpirun or mpiexec has started: copy 0 founds a session and runs the program,
/// once; the first copy on each other node carries a host; all end when the program ends, with its
/// status. Of `options` within, all_hosts, listen, json and program count.
int launch_as_copy(const installation& here, const launch::launched_copy& self,
                   launch_options options);

/// For people: "mpirun (Open MPI, PMIx), mpiexec (MPICH)"; empty: there are none.
std::string mpi_here();

}  // namespace mentat::command
