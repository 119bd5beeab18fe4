// The signals that a terminal, a batch system or a person sends to a whole process group. A process
// that cleans up after the others ignores them, and ends when the others have ended. Thread-safety:
// none.
#pragma once

#include <csignal>
#include <utility>
#include <vector>

namespace mentat::supervisor {

class outlived_signals {
 public:
  // Ignores all signals that end a process and that are not caused by its own faults.
  void ignore();
  // Restores the previous handling, for a child that is to behave like its parent's parent.
  void restore() const;

 private:
  std::vector<std::pair<int, struct sigaction>> before_;
};

}  // namespace mentat::supervisor
