#pragma once

#include <string>
#include <vector>

#include "tools/mentat/installation.h"

namespace mentat::command {

enum class health { good, doubtful, faulty };

/// One thing looked at: what was found and, unless it is good, how to mend it.
struct finding {
  std::string name;
  health state = health::good;
  std::string found;
  std::string mend;
};

/// Everything that can be wrong with a machine, in the order in which to mend it. Takes about a
/// second.
std::vector<finding> examine(const installation& here);

/// The packages of a list that dpkg does not have, or all of them if there is no dpkg.
std::vector<std::string> missing_packages(const std::string& list);

/// Half the round trip between two threads that sleep in a pipe, in microseconds: what waking an
/// idle core costs here. The median of some hundred.
double wake_up_microseconds();

}  // namespace mentat::command
