#pragma once

#include <string>

#include "tools/mentat/installation.h"

namespace mentat::command {

/// From which commit this Mentat is. Empty where nobody knows.
struct origin {
  std::string commit;
  std::string date;  // of the commit, YYYY-MM-DD
};

/// In a checkout, and in the tree that Bazel builds there, git knows; in an installation
/// share/mentat/commit, which `mentat install` wrote: nothing that changes with each commit is part
/// of a build.
origin origin_of(const installation& here);

/// The line of share/mentat/commit.
std::string line_of(const origin& known);

}  // namespace mentat::command
