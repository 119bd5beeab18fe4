#include "daemons/launch/slurm.h"

#include <algorithm>
#include <array>
#include <cstdio>
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

// The word behind `key`, which begins a word; of a line KEY=VALUE KEY=VALUE.
std::string word_behind(std::string_view line, std::string_view key) {
  for (std::size_t at = line.find(key); at != std::string_view::npos; at = line.find(key, at + 1))
    if (at == 0 || line[at - 1] == ' ' || line[at - 1] == '\n') {
      const std::string_view rest = line.substr(at + key.size());
      return std::string(rest.substr(0, rest.find_first_of(" \n")));
    }
  return {};
}

// A value with spaces, the last one of its line.
std::string line_behind(std::string_view text, std::string_view key) {
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = text.substr(at + key.size());
  std::string value(rest.substr(0, rest.find('\n')));
  while (value.ends_with(' ')) value.pop_back();
  return value;
}

bool is_cause(const std::string& state) {
  static constexpr std::array causes{"NODE_FAIL", "OUT_OF_MEMORY", "TIMEOUT",
                                     "PREEMPTED", "CANCELLED",     "DEADLINE"};
  return std::ranges::find(causes, state) != causes.end();
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
  slurm_job job{.id = variables("SLURM_JOB_ID"),
                .node_list = variables("SLURM_JOB_NODELIST"),
                .this_node = variables("SLURMD_NODENAME")};
  if (job.id.empty()) return std::nullopt;
  if (!is_number(job.id))
    return tl::unexpected("SLURM_JOB_ID is " + base::shown_value(job.id) + ", not a number");
  if (!is_node_list(job.node_list))
    return tl::unexpected("SLURM_JOB_NODELIST of job " + job.id + " is " +
                          base::shown_value(job.node_list) + ", not a list of nodes");
  if (!is_node(job.this_node)) job.this_node.clear();
  job.is_further_task = is_number(variables("SLURM_STEP_ID")) &&
                        is_number(variables("SLURM_PROCID")) && variables("SLURM_PROCID") != "0";
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

std::optional<local_time> parse_time(std::string_view text) {
  local_time parts;
  int length = 0;
  const std::string whole(text.substr(0, 19));
  if (std::sscanf(whole.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d%n", &parts.year, &parts.month, &parts.day,
                  &parts.hour, &parts.minute, &parts.second, &length) != 6 ||
      length != 19)
    return std::nullopt;
  if (parts.year < 1970 || parts.month < 1 || parts.month > 12) return std::nullopt;
  return parts;
}

std::optional<job_times> parse_times(std::string_view output) {
  const std::size_t space = output.find(' ');
  if (space == std::string_view::npos) return std::nullopt;
  // Slurm gives a job without a limit an end in a year.
  if (output.find("UNLIMITED", space) != std::string_view::npos) return std::nullopt;
  const auto begin = parse_time(output.substr(0, space)),
             end = parse_time(output.substr(space + 1));
  if (!begin || !end) return std::nullopt;
  return job_times{*begin, *end};
}

job_news parse_job(std::string_view output) {
  job_news news;
  news.state = word_behind(output, "JobState=");
  news.partition = word_behind(output, "Partition=");
  news.preempted = parse_time(word_behind(output, "PreemptTime="));
  news.end = parse_time(word_behind(output, "EndTime="));
  return news;
}

long parse_grace(std::string_view output) {
  const std::string seconds = word_behind(output, "GraceTime=");
  return is_number(seconds) ? std::stol(seconds) : 0;
}

std::string cause_of_loss(const std::string& name, const told_of_loss& told) {
  std::istringstream lines(told.accounts);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t bar = line.find('|');
    const std::string state = line.substr(0, line.find_first_of("| "));
    if (bar != std::string::npos && line.substr(bar + 1) == name && is_cause(state)) return state;
  }
  const std::string state = word_behind(told.node, "State=");
  for (const char* const down : {"DOWN", "NOT_RESPONDING", "FAIL"})
    if (state.find(down) != std::string::npos) {
      const std::string why = line_behind(told.node, "Reason=");
      return "NODE_FAIL, node " + name + " is " + state + (why.empty() ? "" : ": " + why);
    }
  // As srun and slurmstepd say it.
  static constexpr std::array<std::pair<const char*, const char*>, 6> words{{
      {"Out Of Memory", "OUT_OF_MEMORY"},
      {"oom-kill", "OUT_OF_MEMORY"},
      {"DUE TO NODE FAILURE", "NODE_FAIL"},
      {"DUE TO TIME LIMIT", "TIMEOUT"},
      {"DUE TO PREEMPTION", "PREEMPTED"},
      {"CANCELLED", "CANCELLED"},
  }};
  for (const auto& [said, cause] : words)
    if (told.printed.find(said) != std::string::npos) return cause;
  return {};
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
  if (wish.requeues) {
    job.command.emplace_back("--requeue");
    job.script = "#!/bin/sh\n" + program_line +
                 "\nstatus=$?\n"
                 "[ $status = 124 ] && scontrol requeue \"$SLURM_JOB_ID\"\n"
                 "exit $status\n";
  }
  for (std::string& option : options_of(wish)) job.command.push_back(std::move(option));
  return job;
}

}  // namespace mentat::launch
