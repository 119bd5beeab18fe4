#pragma once

#include <optional>
#include <string>
#include <vector>

#include "daemons/launch/slurm.h"
#include "tools/mentat/installation.h"
#include "tools/mentat/launcher.h"

namespace mentat::command {

/// What `mentat launch slurm` and `mentat run --mode=cluster` take.
struct slurm_launch {
  launch::slurm_wish wish;  // its program is not used
  bool is_batch = false, dry_run = false;
  launch_options options{.engine = "slurm"};  // within, all_hosts, listen, json, program
};

/// The words of --slurm. Error: one is no option of salloc and sbatch.
expected<std::vector<std::string>> slurm_options_in(const std::string& text);

/// The allocation in which this process runs; nothing outside of one.
expected<std::optional<launch::slurm_job>> own_slurm_job();

/// Runs the program on the nodes of the allocation, of which this one is the founder. On another
/// machine, as that of salloc, it does so by a step on the first node.
int launch_in_job(const installation& here, const launch::slurm_job& job, slurm_launch wanted);

/// Outside of an allocation: asks for one with salloc, or sbatch.
int launch_by_slurm(const installation& here, const slurm_launch& wanted);

/// For people: "Slurm 22.05.8", "in Slurm job 4711: 4 nodes, ends 14:32"; empty: there is no Slurm.
/// Error: this process is in a job whose nodes are not known.
expected<std::string> slurm_here();

}  // namespace mentat::command
