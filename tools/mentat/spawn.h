#pragma once

#include <sys/types.h>

#include <array>
#include <string>
#include <vector>

#include "mmps/base/instant.h"
#include "mmps/trust/descriptor.h"
#include "tools/mentat/problem.h"

namespace mentat::command {

struct pipe_ends {
  mmps::trust::descriptor reads, writes;
};
expected<pipe_ends> make_pipe();

struct spawned {
  std::vector<std::string> words;          // the first one is a path, or a name looked up in PATH
  std::array<int, 3> streams{-1, -1, -1};  // its standard streams; -1: that of this process
  bool has_own_group = false;
};

/// Starts the process with no signal blocked, and with the usual handling of those that a launch
/// ignores or takes: a signal must be able to end it. Returns 0 or the cause (errno).
int spawn(const spawned& what, pid_t& made);

/// Can be read once that child has ended.
expected<mmps::trust::descriptor> watch_end(pid_t child);

/// Whether a process of the group runs: one that has ended, and that its parent has not asked
/// about, does not.
bool has_living_process(pid_t group);

/// Waits for an end that is watched, for so long at most. False: the process still runs.
bool ends_within(int watched, base::duration longest);

}  // namespace mentat::command
