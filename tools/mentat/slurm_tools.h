#pragma once

#include <chrono>
#include <ctime>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daemons/launch/slurm.h"
#include "tools/mentat/launcher.h"
#include "tools/mentat/problem.h"

namespace mentat::command {

/// Slurm's tools answer at once, or Slurm is in trouble.
inline constexpr std::chrono::milliseconds longest_slurm_answer{10'000};

expected<std::vector<std::string>> nodes_of(const launch::slurm_job& job);

struct slurm_time {
  std::time_t begin = 0, end = 0;
  std::string text;  // of the end, for people
};
/// Nothing: the job has no end, or Slurm does not say it.
std::optional<slurm_time> time_of_job(const launch::slurm_job& job);

bool tasks_are_bound();

/// For the launcher. While the program runs, an answer that is late is not waited for.
std::shared_ptr<launch_job> watch_slurm_job(const launch::slurm_job& job);

}  // namespace mentat::command
