#include "tools/mentat/slurm_launch.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <sstream>

#include "mmps/base/fixed_limits.h"
#include "mmps/base/shown_text.h"
#include "tools/mentat/files.h"
#include "tools/mentat/growth.h"
#include "tools/mentat/launch_report.h"
#include "tools/mentat/own_address.h"
#include "tools/mentat/process.h"
#include "tools/mentat/program_settings.h"
#include "tools/mentat/slurm_tools.h"
#include "tools/mentat/terminal.h"

namespace mentat::command {
namespace {

using launch::slurm_job;

std::string variable(const std::string& name) {
  const char* const value = std::getenv(name.c_str());
  return value ? value : "";
}

// A node may be the machine on which salloc was typed.
std::string this_node(const slurm_job& job, const std::vector<std::string>& nodes) {
  std::array<char, 256> own{};
  gethostname(own.data(), own.size() - 1);
  const std::string whole = own.data();
  for (const std::string& name : {job.this_node, whole, whole.substr(0, whole.find('.'))})
    if (std::ranges::find(nodes, name) != nodes.end()) return name;
  return {};
}

std::string path_of(const installation& here) { return here.prefix / "bin/mentat"; }

// As this command was called: -v, -q, --color.
std::vector<std::string> manner_words() {
  const manner& chosen = chosen_manner();
  std::vector<std::string> words;
  if (chosen.verbose) words.emplace_back("-v");
  if (chosen.quiet) words.emplace_back("-q");
  if (chosen.color == manner::coloring::always) words.emplace_back("--color=always");
  if (chosen.color == manner::coloring::never) words.emplace_back("--color=never");
  return words;
}

// The command in a step or in a script: it finds the allocation.
std::vector<std::string> inner_command(const installation& here, const slurm_launch& wanted) {
  const launch_options& options = wanted.options;
  std::vector<std::string> words{path_of(here)};
  for (const std::string& word : manner_words()) words.push_back(word);
  words.insert(words.end(), {"launch", "slurm"});
  if (wanted.wish.nodes != 0) words.push_back("--nodes=" + std::to_string(wanted.wish.nodes));
  words.push_back("--within=" + std::to_string(options.within));
  if (options.listen != launch_options().listen) words.push_back("--listen=" + options.listen);
  if (options.all_hosts) words.emplace_back("--all-hosts");
  if (options.json) words.emplace_back("--json");
  words.emplace_back("--");
  words.insert(words.end(), options.program.begin(), options.program.end());
  return words;
}

int status_of(const expected<program_end>& end) {
  return end ? end->status() : report(end.error());
}

// Of salloc and sbatch for options that they do not take. A program may end with it, too: behind
// the same options they give their help, if these are good.
int status_in_slurm(const expected<program_end>& end, std::vector<std::string> options) {
  constexpr int wrong_options = 255;
  const int status = status_of(end);
  if (status != wrong_options) return status;
  options.emplace_back("--help");
  const auto again = run_probe({.arguments = options,
                                .standard_output = "/dev/null",
                                .standard_error = "/dev/null",
                                .longest = longest_slurm_answer});
  return again && again->status() == wrong_options ? 2 : status;
}

// Two programs of one job have sessions of different names.
std::string new_session(const slurm_job& job) {
  std::random_device random;
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "-%04x", random() & 0xffff);
  return "slurm-" + job.id + text.data();
}

expected<void> choose_nodes(const slurm_job& job, int wanted, std::vector<std::string>& nodes) {
  const auto wished = static_cast<std::size_t>(std::max(0, wanted));
  if (wished > nodes.size())
    return fail("Slurm job " + job.id + " has " + std::to_string(nodes.size()) +
                    " nodes, and --nodes wants more",
                2);
  if (wished != 0) nodes.resize(wished);
  constexpr std::size_t most = fixed::hosts.value;
  if (nodes.size() <= most) return {};
  std::fprintf(stderr,
               "mentat: Slurm job %s has %zu nodes, and a session has at most %zu hosts "
               "(fixed.hosts): the first ones are used\n",
               job.id.c_str(), nodes.size(), most);
  nodes.resize(most);
  return {};
}

int submit(const slurm_launch& wanted, const launch::batch_job& job) {
  if (wanted.dry_run) return print_commands(wanted.options, {line_of(job.command), job.script});
  const auto folder = temporary_folder::create("slurm");
  if (!folder) return report(folder.error());
  const auto script = folder->path() / "script";
  if (const auto written = write_file(script, job.script); !written) return report(written.error());
  return status_in_slurm(run({.arguments = job.command, .standard_input = script}), job.command);
}

}  // namespace

expected<std::vector<std::string>> slurm_options_in(const std::string& text) {
  std::vector<std::string> options;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!word.starts_with('-'))
      return fail("--slurm: " + base::shown_value(word) +
                      " is no option; join a value to its option, as in "
                      "--slurm='--nodelist=n1,n2 --qos=high'",
                  2);
    options.push_back(word);
  }
  return options;
}

expected<std::optional<slurm_job>> own_slurm_job() {
  auto job = launch::slurm_job_in(variable);
  if (!job) return fail(job.error());
  return std::move(*job);
}

int launch_in_job(const installation& here, const slurm_job& job, slurm_launch wanted) {
  if (job.is_further_task) return 0;  // the first task of the step uses the nodes of the job
  auto nodes = nodes_of(job);
  if (!nodes) return report(nodes.error());
  if (const auto chosen = choose_nodes(job, wanted.wish.nodes, *nodes); !chosen)
    return report(chosen.error());
  const std::string self = this_node(job, *nodes);
  if (self.empty()) {
    std::vector<std::string> words = launch::step_on(nodes->front(), tasks_are_bound());
    const auto inner = inner_command(here, wanted);
    words.insert(words.end(), inner.begin(), inner.end());
    if (wanted.dry_run) return print_commands(wanted.options, {line_of(words)});
    return status_of(run({words}));
  }
  launch_options& options = wanted.options;
  options.engine = "Slurm job " + job.id;
  options.session = new_session(job);
  options.name = self;
  options.job = watch_slurm_job(job);
  if (const auto time = time_of_job(job)) {
    const auto settings = settings_of(options.program, "");
    options.ends = time->text;
    options.time = {
        time->end, (time->end - time->begin) * base::second,
        (settings ? settings->drain_before : node::settings().drain_before) * base::second};
  }
  options.mentat_there = path_of(here);
  if (nodes->size() > 1)
    options.listen =
        address_towards(nodes->front() == self ? nodes->back() : nodes->front(), options.listen);
  const bool binds = nodes->size() > 1 && tasks_are_bound();
  for (const std::string& node : *nodes)
    if (node != self)
      options.commands.push_back(by_step({.mentat = {options.mentat_there},
                                          .session = options.session,
                                          .ends = options.time ? options.time->stop() : 0},
                                         node, binds, options.commands.size() + 2));
  if (wanted.dry_run) return print_commands(options);
  const int status = launch_program(here, options);
  end_growth(options.session);
  return status;
}

int launch_by_slurm(const installation& here, const slurm_launch& wanted) {
  if (!in_path("salloc"))
    return report(
        {"there is no Slurm on this machine: no `salloc` in PATH; `mentat launch ssh` "
         "needs only ssh",
         127});
  launch::slurm_wish wish = wanted.wish;
  if (wish.nodes == 0) return report({"expected --nodes=N outside of a Slurm job", 2});
  wish.program = inner_command(here, wanted);
  if (wanted.is_batch) return submit(wanted, launch::batch_of(wish, line_of(wish.program)));
  const std::vector<std::string> words = launch::allocation_of(wish);
  if (wanted.dry_run) return print_commands(wanted.options, {line_of(words)});
  const auto end = run({words});
  wish.program.clear();
  return status_in_slurm(end, launch::allocation_of(wish));
}

expected<std::string> slurm_here() {
  if (!in_path("srun")) return {};
  const auto job = own_slurm_job();
  if (!job) return tl::unexpected(job.error());
  if (*job) {
    const auto nodes = nodes_of(**job);
    if (!nodes) return tl::unexpected(nodes.error());
    const auto time = time_of_job(**job);
    const std::string end = time ? time->text : "";
    return "in Slurm job " + (*job)->id + ": " + std::to_string(nodes->size()) +
           (nodes->size() == 1 ? " node" : " nodes") + (end.empty() ? "" : ", ends " + end);
  }
  // Without a configuration it says so at length, and gives no version.
  const auto version = output_of({.arguments = {"srun", "--version"},
                                  .standard_error = "/dev/null",
                                  .longest = longest_slurm_answer});
  const std::string line = version ? version->substr(0, version->find('\n')) : "";
  const std::size_t last = line.rfind(' ');
  return last == std::string::npos ? "Slurm" : "Slurm" + line.substr(last);
}

}  // namespace mentat::command
