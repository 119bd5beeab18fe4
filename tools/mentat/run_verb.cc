#include <optional>
#include <string>
#include <vector>

#include "tools/mentat/modes.h"
#include "tools/mentat/process.h"
#include "tools/mentat/program_settings.h"
#include "tools/mentat/run_progress.h"
#include "tools/mentat/slurm_launch.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {
namespace {

// The Slurm job to use: the program is to run in mode cluster, no session is named, and this
// process is in an allocation.
expected<std::optional<launch::slurm_job>> job_for(const std::string& mode,
                                                   const arguments& program) {
  const auto chosen = settings_of(program, mode);
  if (!chosen || chosen->mode != node::mode::cluster || !chosen->address.empty())
    return std::nullopt;
  return own_slurm_job();
}

expected<program_end> run_with_progress(const program_call& call) {
  const auto process = start(call);
  if (!process) return tl::unexpected(process.error());
  const run_progress shown(*process, call.arguments.front());
  return wait_for(*process);
}

}  // namespace

int run_run(const installation& here, const arguments& given) {
  command_line line("run");
  std::string mode;
  bool shows_progress = false;
  arguments program;
  line.option("--mode", mode);
  line.flag("--progress", shows_progress);
  line.rest("PROGRAM", program, true);
  if (const auto done = line.parse(given)) return *done;

  program_call call{program};
  call.arguments.front() = find_program(program.front());
  if (!mode.empty()) {
    const auto modes = parse_modes(mode);
    if (!modes) return report(modes.error());
    if (modes->size() != 1)
      return report({"--mode takes one mode; 'mentat verify' compares several", 2});
    call.environment.emplace_back("MENTAT_MODE", mode);
  }
  const auto job = job_for(mode, program);
  if (!job) return report(job.error());
  if (*job)
    if (const auto there = check_program(call.arguments.front()); !there)
      return report(there.error());
  if (*job && shows_progress)
    return report(
        {"--progress: this command runs the program on the hosts of a Slurm job, of "
         "which `mentat top` shows the calls; leave it out",
         2});
  if (*job) return launch_in_job(here, **job, {.options = {.program = program}});
  const auto end = shows_progress ? run_with_progress(call) : run(call);
  if (!end) return report(end.error());
  return report_end(program.front(), *end);
}

}  // namespace mentat::command
