#include <optional>
#include <string>
#include <utility>

#include "daemons/host/network/named_address.h"
#include "mmps/base/fixed_limits.h"
#include "tools/mentat/modes.h"
#include "tools/mentat/process.h"
#include "tools/mentat/slurm_launch.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {
namespace {

constexpr int most_nodes = static_cast<int>(fixed::hosts.value);

std::optional<int> read_options(const arguments& given, slurm_launch& wanted,
                                std::string& options) {
  command_line line("launch");
  line.option("-N,--nodes", wanted.wish.nodes, 1, most_nodes);
  line.option("-t,--time", wanted.wish.time);
  line.option("-p,--partition", wanted.wish.partition);
  line.option("--slurm", options);
  line.option("--listen", wanted.options.listen);
  line.option("--within", wanted.options.within, 1, 3600);
  line.flag("--all-hosts", wanted.options.all_hosts);
  line.flag("--batch", wanted.is_batch);
  line.flag("--requeue", wanted.wish.requeues);
  line.flag("--dry-run", wanted.dry_run);
  line.flag("--json", wanted.options.json);
  line.rest("PROGRAM", wanted.options.program, true);
  return line.parse(given);
}

}  // namespace

int run_launch_slurm(const installation& here, const arguments& given) {
  slurm_launch wanted;
  std::string options;
  if (const auto done = read_options(given, wanted, options)) return *done;
  auto further = slurm_options_in(options);
  if (!further) return report(further.error());
  wanted.wish.options = std::move(*further);
  if (const std::string why = host::why_not_to_listen_at(wanted.options.listen); !why.empty())
    return report({"--listen: " + why, 2});
  const auto job = own_slurm_job();
  if (!job) return report(job.error());
  const std::string program = find_program(wanted.options.program.front());
  if (const auto there = check_program(program); !there) return report(there.error());
  if (wanted.wish.requeues && !wanted.is_batch)
    return report({"--requeue: only a job that sbatch has started can begin again: --batch", 2});
  if (!*job) return launch_by_slurm(here, wanted);
  if (wanted.is_batch || !wanted.wish.time.empty() || !wanted.wish.partition.empty() ||
      !wanted.wish.options.empty())
    return report({"this is Slurm job " + (*job)->id +
                       " already, and its nodes are used: --time, --partition, --slurm and --batch "
                       "are for a new one",
                   2});
  return launch_in_job(here, **job, wanted);
}

}  // namespace mentat::command
