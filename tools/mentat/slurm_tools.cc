#include "tools/mentat/slurm_tools.h"

#include <algorithm>
#include <array>
#include <utility>

#include "tools/mentat/process.h"

namespace mentat::command {
namespace {

using launch::slurm_job;

constexpr std::chrono::milliseconds longest_answer_meanwhile{2'000};

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  localtime_r(&now, &parts);
  std::array<char, 16> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%d", &parts);
  return text.data();
}

std::time_t calendar(const launch::local_time& time) {
  std::tm parts{};
  parts.tm_year = time.year - 1900;
  parts.tm_mon = time.month - 1;
  parts.tm_mday = time.day;
  parts.tm_hour = time.hour;
  parts.tm_min = time.minute;
  parts.tm_sec = time.second;
  parts.tm_isdst = -1;
  return std::mktime(&parts);
}

// Empty: it fails, or is late.
std::string answer_of(std::vector<std::string> words) {
  const auto output = output_of({.arguments = std::move(words),
                                 .standard_error = "/dev/null",
                                 .longest = longest_answer_meanwhile});
  return output ? *output : "";
}

class watched_job final : public launch_job {
 public:
  explicit watched_job(slurm_job job) : job_(std::move(job)) {}

  std::optional<std::time_t> leaves_early() override {
    const auto news =
        launch::parse_job(answer_of({"scontrol", "--oneliner", "show", "job", job_.id}));
    if (!news.preempted) return std::nullopt;
    const std::time_t grace = launch::parse_grace(
        answer_of({"scontrol", "--oneliner", "show", "partition", news.partition}));
    const std::time_t end = calendar(*news.preempted) + grace;
    return news.end ? std::min(end, calendar(*news.end)) : end;
  }

  std::string cause_of_loss(const std::string& host, const std::string& printed) override {
    const std::string cause = launch::cause_of_loss(
        host, {.node = answer_of({"scontrol", "show", "node", host}),
               .accounts = answer_of({"sacct", "--noheader", "--parsable2", "--jobs", job_.id,
                                      "--format", "State,NodeList"}),
               .printed = printed});
    return cause.empty() ? "" : "Slurm: " + cause;
  }

 private:
  const slurm_job job_;
};

}  // namespace

expected<std::vector<std::string>> nodes_of(const slurm_job& job) {
  const auto output = output_of({.arguments = {"scontrol", "show", "hostnames", job.node_list},
                                 .longest = longest_slurm_answer});
  if (!output)
    return fail("the nodes of Slurm job " + job.id + " are not known: " + output.error().text);
  auto nodes = launch::parse_node_names(*output);
  if (!nodes) return fail("Slurm job " + job.id + ": " + nodes.error());
  return std::move(*nodes);
}

std::optional<slurm_time> time_of_job(const slurm_job& job) {
  const auto output = output_of({.arguments = {"squeue", "-h", "-j", job.id, "-o", "%S %e %l"},
                                 .standard_error = "/dev/null",
                                 .longest = longest_slurm_answer});
  const auto times = output ? launch::parse_times(*output) : std::nullopt;
  if (!times) return std::nullopt;
  return slurm_time{calendar(times->begin), calendar(times->end),
                    launch::parse_end_time(output->substr(output->find(' ') + 1), today())};
}

bool tasks_are_bound() {
  const auto configuration =
      output_of({.arguments = {"scontrol", "show", "config"}, .longest = longest_slurm_answer});
  return configuration && launch::binds_tasks(*configuration);
}

std::shared_ptr<launch_job> watch_slurm_job(const slurm_job& job) {
  return std::make_shared<watched_job>(job);
}

}  // namespace mentat::command
