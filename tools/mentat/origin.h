#pragma once

#include <string>

#include "tools/mentat/installation.h"

namespace mentat::command {

/// The commit of this Mentat. Empty if unknown.
struct origin {
  std::string commit;
  std::string date;   // of the commit, YYYY-MM-DD
  std::string fault;  // of share/mentat/commit
};

/// Asks git in a checkout and in the tree that Bazel builds there. In an installation, reads
/// the line COMMIT DATE of share/mentat/commit, written by `mentat install`: no build output may
/// change with every commit.
origin origin_of(const installation& here);

/// The line of share/mentat/commit.
std::string line_of(const origin& known);

}  // namespace mentat::command
