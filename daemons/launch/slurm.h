// A Slurm allocation, as the environment of its processes and the output of Slurm's tools describe
// it. Pure; thread-safe. Errors: texts that say what is expected.
//
// Only options and variables that are old are used: srun --overlap (20.11) is the newest. Each host
// has a step of its own, because a step over several nodes ends with any of them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace mentat::launch {

/// The value of a variable of the environment; empty: it is not set.
using environment = std::function<std::string(const std::string& name)>;

struct slurm_job {
  std::string id;         // SLURM_JOB_ID
  std::string node_list;  // n[1-3], as Slurm abbreviates it
  std::string this_node;  // SLURMD_NODENAME; empty outside of steps and batch scripts
  // This process is one of several tasks of a step, and not the first one: another one acts.
  bool is_further_task = false;
};

/// Nothing: this process is in no allocation. An error: its variables say nonsense.
[[nodiscard]] tl::expected<std::optional<slurm_job>, std::string> slurm_job_in(
    const environment& variables);

/// The names that `scontrol show hostnames` prints, a line each.
[[nodiscard]] tl::expected<std::vector<std::string>, std::string> parse_node_names(
    std::string_view output);

/// The time in `squeue -o %e`: "14:32", or "Nov 27 14:32" if it is not `today` ("2026-11-26").
/// Empty: the job has no end, or the text is none.
[[nodiscard]] std::string parse_end_time(std::string_view output, const std::string& today);

/// A time as Slurm's tools print it, in the zone of this machine: 2026-11-27T14:32:05.
struct local_time {
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
};
[[nodiscard]] std::optional<local_time> parse_time(std::string_view text);

/// The two times in `squeue -o "%S %e %l"`. Nothing: the job has no end, or the text is no such
/// line.
struct job_times {
  local_time begin, end;
};
[[nodiscard]] std::optional<job_times> parse_times(std::string_view output);

/// What `scontrol --oneliner show job` says of a job that is asked to leave.
struct job_news {
  std::string state;  // "RUNNING", "NODE_FAIL"; empty: it does not say
  std::string partition;
  std::optional<local_time> end, preempted;  // preempted: its grace has begun then
};
/// The seconds that `scontrol --oneliner show partition` leaves to a job that is preempted; 0:
/// none.
[[nodiscard]] long parse_grace(std::string_view output);
[[nodiscard]] job_news parse_job(std::string_view output);

/// Why Slurm has ended the step of a host, as far as its tools and the step itself say; empty: they
/// do not. `node`: `scontrol --oneliner show node`. `accounts`: lines STATE|NODES of sacct, empty
/// where nothing is accounted. `printed`: the last lines of srun.
struct told_of_loss {
  std::string node{}, accounts{}, printed{};
};
[[nodiscard]] std::string cause_of_loss(const std::string& name, const told_of_loss& told);

/// Whether tasks are bound to cores, by `scontrol show config`.
[[nodiscard]] bool binds_tasks(std::string_view configuration);

/// A step with one task on that node of the job, which shares all its cores with other steps.
[[nodiscard]] std::vector<std::string> step_on(const std::string& node, bool binds);

/// The wanted allocation, as `mentat launch slurm` names it.
struct slurm_wish {
  int nodes = 0;
  std::string time{}, partition{};     // empty: as Slurm chooses
  std::vector<std::string> options{};  // of salloc and sbatch, untouched
  std::vector<std::string> program{};  // what runs in it, on its first node
  bool requeues = false;               // a batch job whose time is over begins again
};
/// salloc, which waits for the nodes and runs the program; a lost node does not end the job.
[[nodiscard]] std::vector<std::string> allocation_of(const slurm_wish& wish);
/// sbatch, and the script that it gets on standard input. Of a program that has status 124 Slurm
/// starts the job again, if that is wished.
struct batch_job {
  std::vector<std::string> command;
  std::string script;
};
[[nodiscard]] batch_job batch_of(const slurm_wish& wish, const std::string& program_line);

}  // namespace mentat::launch
