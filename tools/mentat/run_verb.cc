#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemons/program/other_executables.h"
#include "mmps/base/shown_text.h"
#include "tools/mentat/copy_launch.h"
#include "tools/mentat/modes.h"
#include "tools/mentat/process.h"
#include "tools/mentat/program_settings.h"
#include "tools/mentat/run_progress.h"
#include "tools/mentat/slurm_launch.h"
#include "tools/mentat/verbs.h"
#include "tools/record/finished_file.h"

namespace mentat::command {
namespace {

// The program is to run in mode cluster, and no session is named: an engine may have hosts for it.
bool needs_hosts(const std::string& mode, const arguments& program) {
  const auto chosen = settings_of(program, mode);
  return chosen && chosen->mode == node::mode::cluster && chosen->address.empty();
}

// On the hosts of the engine in which this process runs; nothing: in none.
expected<std::optional<int>> run_on_hosts(const installation& here, const arguments& program,
                                          const std::string& cannot) {
  const auto self = own_copy();
  if (!self) return tl::unexpected(self.error());
  const bool is_copy = *self && (*self)->kind != launch::rendezvous_kind::slurm_step;
  const auto job =
      is_copy ? expected<std::optional<launch::slurm_job>>(std::nullopt) : own_slurm_job();
  if (!job) return tl::unexpected(job.error());
  if (!is_copy && !*job) return std::nullopt;
  if (const auto there = check_program(find_program(program.front())); !there)
    return tl::unexpected(there.error());
  if (!cannot.empty())
    return fail(cannot + ": this command runs the program on the hosts of an engine" +
                    (cannot == "--progress" ? ", of which `mentat top` shows the calls" : "") +
                    "; leave it out",
                2);
  if (is_copy) return launch_as_copy(here, **self, {.program = program});
  slurm_launch wanted;
  wanted.options.program = program;
  return launch_in_job(here, **job, wanted);
}

expected<program_end> run_with_progress(const program_call& call) {
  const auto process = start(call);
  if (!process) return tl::unexpected(process.error());
  const run_progress shown(*process, call.arguments.front());
  return wait_for(*process);
}

// Checked here, so that a wrong one is wrong usage of this command.
expected<void> add_executables(const arguments& also, const std::string& mode,
                               const arguments& program, program_call& call) {
  std::string list;
  for (const std::string& one : also) {
    if (one.find(',') != std::string::npos)
      return fail("--also " + base::shown(one) + ": a name with a comma cannot be passed on", 2);
    list += (list.empty() ? "" : ",") + one;
  }
  const auto chosen = settings_of(program, mode);
  if (chosen && chosen->mode != node::mode::cluster)
    return fail("--also: other processors are those of other hosts; add --mode=cluster", 2);
  if (const auto files = program::open_other_executables(list); !files)
    return fail("--" + files.error(), 2);
  call.environment.emplace_back("MENTAT_ALSO", list);
  return {};
}

void add_recording(const std::string& file, program_call& call) {
  // --record asks for a recording; the program refuses what is no level.
  const char* const level = std::getenv("MENTAT_RECORD");
  if (!level || std::string_view(level).empty() || std::string_view(level) == "off")
    call.environment.emplace_back("MENTAT_RECORD", "auto");
  call.environment.emplace_back("MENTAT_RECORD_FILE", file);
}

}  // namespace

int run_run(const installation& here, const arguments& given) {
  command_line line("run");
  std::string mode, recording;
  bool shows_progress = false;
  arguments program, also;
  line.option("--mode", mode);
  line.flag("--progress", shows_progress);
  line.option("--record", recording);
  line.option("--also", also);
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
  if (!also.empty())
    if (const auto added = add_executables(also, mode, program, call); !added)
      return report(added.error());
  if (needs_hosts(mode, program)) {
    const std::string what_it_cannot = shows_progress       ? "--progress"
                                       : !recording.empty() ? "--record"
                                       : !also.empty()      ? "--also"
                                                            : "";
    const auto status = run_on_hosts(here, program, what_it_cannot);
    if (!status) return report(status.error());
    if (*status) return **status;
  }
  if (!recording.empty()) add_recording(recording, call);
  const auto end = shows_progress ? run_with_progress(call) : run(call);
  if (!end) return report(end.error());
  if (!recording.empty()) await_finished_file(recording);
  return report_end(program.front(), *end);
}

}  // namespace mentat::command
