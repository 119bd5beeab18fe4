#include "daemons/launch/slurm.h"

#include <algorithm>
#include <array>
#include <sstream>

#include "mmps/base/shown_text.h"

namespace mentat::launch {
namespace {

constexpr std::size_t longest_list = 65536, longest_name = 63, most_nodes = 4096;

bool is_number(std::string_view text) {
  return !text.empty() && text.size() <= 10 &&
         std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// Letters, digits, points, - and _, and no option of srun.
bool is_node(std::string_view text) {
  return !text.empty() && text.size() <= longest_name && text.front() != '-' &&
         std::ranges::all_of(text, [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '-' || c == '_' || c == '.';
         });
}

bool is_node_list(std::string_view text) {
  return !text.empty() && text.size() <= longest_list && text.front() != '-' &&
         std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~'; });
}

std::vector<std::string> options_of(const slurm_wish& wish) {
  std::vector<std::string> words{"--no-kill", "--nodes=" + std::to_string(wish.nodes)};
  if (!wish.time.empty()) words.push_back("--time=" + wish.time);
  if (!wish.partition.empty()) words.push_back("--partition=" + wish.partition);
  words.insert(words.end(), wish.options.begin(), wish.options.end());
  return words;
}

}  // namespace

tl::expected<std::optional<slurm_job>, std::string> slurm_job_in(const environment& variables) {
  slurm_job job{variables("SLURM_JOB_ID"), variables("SLURM_JOB_NODELIST"),
                variables("SLURMD_NODENAME")};
  if (job.id.empty()) return std::nullopt;
  if (!is_number(job.id))
    return tl::unexpected("SLURM_JOB_ID is " + base::shown_value(job.id) + ", not a number");
  if (!is_node_list(job.node_list))
    return tl::unexpected("SLURM_JOB_NODELIST of job " + job.id + " is " +
                          base::shown_value(job.node_list) + ", not a list of nodes");
  if (!is_node(job.this_node)) job.this_node.clear();
  return job;
}

tl::expected<std::vector<std::string>, std::string> parse_node_names(std::string_view output) {
  std::vector<std::string> names;
  std::istringstream lines{std::string(output)};
  for (std::string name; std::getline(lines, name);) {
    if (!is_node(name) || names.size() >= most_nodes)
      return tl::unexpected("`scontrol show hostnames` names " + base::shown_value(name) +
                            ", which is no node");
    names.push_back(std::move(name));
  }
  if (names.empty()) return tl::unexpected(std::string("`scontrol show hostnames` names no node"));
  return names;
}

std::string parse_end_time(std::string_view output, const std::string& today) {
  static constexpr std::array months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  constexpr std::string_view form = "0000-00-00T00:00";
  if (output.size() < form.size()) return {};
  for (std::size_t i = 0; i < form.size(); ++i) {
    const bool digit = output[i] >= '0' && output[i] <= '9';
    if (form[i] == '0' ? !digit : output[i] != form[i]) return {};
  }
  const std::string date(output.substr(0, 10)), time(output.substr(11, 5));
  const std::size_t month = static_cast<std::size_t>(std::stoi(date.substr(5, 2))) - 1;
  if (month >= months.size()) return {};
  return date == today ? time : months[month] + (" " + date.substr(8) + " ") + time;
}

bool binds_tasks(std::string_view configuration) {
  std::istringstream lines{std::string(configuration)};
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("TaskPlugin "))
      return line.find("task/affinity") != std::string::npos ||
             line.find("task/cgroup") != std::string::npos;
  return false;
}

// By these srun takes options: it would put numbers before lines, pass no standard input on, start
// other tasks or pass no PATH. Slurm complains of --cpu-bind where nothing binds.
std::vector<std::string> step_on(const std::string& node, bool binds) {
  std::vector<std::string> words{"env"};
  for (const char* const one : {"LABELIO", "STDINMODE", "STDOUTMODE", "STDERRMODE", "EXPORT_ENV",
                                "NTASKS_PER_NODE", "DISTRIBUTION", "TIMELIMIT"})
    words.insert(words.end(), {"-u", std::string("SLURM_") + one});
  words.insert(words.end(), {"srun", "--overlap", "--unbuffered"});
  if (binds) words.emplace_back("--cpu-bind=none");
  words.insert(words.end(), {"-N1", "-n1", "-w", node});
  return words;
}

std::vector<std::string> allocation_of(const slurm_wish& wish) {
  std::vector<std::string> words{"salloc"};
  for (std::string& option : options_of(wish)) words.push_back(std::move(option));
  words.insert(words.end(), wish.program.begin(), wish.program.end());
  return words;
}

batch_job batch_of(const slurm_wish& wish, const std::string& program_line) {
  batch_job job{{"sbatch"}, "#!/bin/sh\nexec " + program_line + "\n"};
  for (std::string& option : options_of(wish)) job.command.push_back(std::move(option));
  return job;
}

}  // namespace mentat::launch
