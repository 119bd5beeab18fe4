#pragma once

#include <string>
#include <vector>

#include "tools/mentat/installation.h"

namespace mentat::command {

enum class health { good, doubtful, faulty };

/// The result of one check and, unless it is good, the remedy.
struct finding {
  std::string name;
  health state = health::good;
  std::string found;
  std::string mend;
};

/// Runs all checks of this machine, in the order in which to fix faults. Takes about a second.
std::vector<finding> examine(const installation& here);

/// The packages of a list that dpkg does not have; all of them if dpkg is missing.
std::vector<std::string> missing_packages(const std::string& list);

/// Wake-up latency of an idle core: half the round trip between two threads that sleep in a pipe,
/// in microseconds; the median of a few hundred.
double wake_up_microseconds();

}  // namespace mentat::command
