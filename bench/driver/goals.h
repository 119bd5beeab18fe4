// The performance goals of the project, each a ratio within one run or a size, with the results;
// and the known causes of missed goals.
#pragma once

#include <string>
#include <vector>

#include "bench/driver/workload.h"

namespace mentat::bench {

struct goal {
  const char* what;
  const char *bench, *row, *mode;  // of Mentat's row
  conditions where;
  double row::* part;  // the row's median, mean or minimum
  double most;
  const char* program;  // the measuring program
  const char* system = "mentat";
};

struct judged_goal {
  const goal* wanted;
  double reached;  // NaN: not measured
  [[nodiscard]] bool missed() const { return reached > wanted->most; }
};

std::vector<judged_goal> judge(const figures& of);
void print_goals(const figures& of);

// The cause of a missed goal, with the profile that proves it; empty if unknown (causes.cc).
std::string cause_of(const goal& missed);
// The design of another system that puts it ahead in this row of `peers`.
std::string why_ahead(const std::string& system, const std::string& row);

// The reason why the cost of one more grows with the number (scale).
std::string why_it_bends(const std::string& kind, const std::string& mode);

}  // namespace mentat::bench
