#include <optional>
#include <string>
#include <vector>

#include "rts/config/settings.h"
#include "rts/config/settings_files.h"
#include "tools/mentat/modes.h"
#include "tools/mentat/process.h"
#include "tools/mentat/slurm_launch.h"
#include "tools/mentat/verbs.h"

extern char** environ;

namespace mentat::command {
namespace {

// The Slurm job to use: the program is to run in mode cluster, no session is named, and this
// process is in an allocation. A program's wrong settings are its own to report.
expected<std::optional<launch::slurm_job>> job_for(const std::string& mode,
                                                   const arguments& program) {
  std::vector<std::string> words(program.begin() + 1, program.end()), environment;
  for (char** at = environ; at && *at; ++at) environment.emplace_back(*at);
  if (!mode.empty()) environment.push_back("MENTAT_MODE=" + mode);
  const auto files = node::read_settings_files(node::settings_file_paths(environment));
  if (!files) return std::nullopt;
  const auto chosen = node::read_settings(words, environment, *files);
  if (!chosen || chosen->mode != node::mode::cluster || !chosen->address.empty())
    return std::nullopt;
  return own_slurm_job();
}

}  // namespace

int run_run(const installation& here, const arguments& given) {
  command_line line("run");
  std::string mode;
  arguments program;
  line.option("--mode", mode);
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
  if (*job) return launch_in_job(here, **job, {.options = {.program = program}});
  const auto end = run(call);
  if (!end) return report(end.error());
  return report_end(program.front(), *end);
}

}  // namespace mentat::command
