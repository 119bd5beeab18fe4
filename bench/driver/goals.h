// The goals of the project's performance, each a ratio of one run or a size, beside what was
// reached; and what is known about those that are not.
#pragma once

#include <string>
#include <vector>

#include "bench/driver/workload.h"

namespace mentat::bench {

struct goal {
  const char* what;
  const char *bench, *row, *mode;  // of Mentat
  conditions where;
  double row::* part;  // of the row: its median, mean or minimum
  double most;
  const char* program;  // that measures it
};

struct judged_goal {
  const goal* wanted;
  double reached;  // NaN: not measured
  [[nodiscard]] bool missed() const { return reached > wanted->most; }
};

std::vector<judged_goal> judge(const figures& of);
void print_goals(const figures& of);

// Why a goal is missed, with the profile that says so; empty if nobody has looked (causes.cc).
std::string cause_of(const goal& missed);
// What another system does otherwise, where it is ahead in this row of `peers`.
std::string why_ahead(const std::string& system, const std::string& row);

// Why one more costs more where there are many (scale).
std::string why_it_bends(const std::string& kind, const std::string& mode);

}  // namespace mentat::bench
