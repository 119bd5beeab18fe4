// The signals that a terminal, a batch system or a person sends to a whole process group. Whoever is
// to clean up after the others ignores them: it ends because the others have ended. Thread-safety:
// none.
#pragma once

#include <csignal>
#include <utility>
#include <vector>

namespace mentat::supervisor {

class outlived_signals {
 public:
  // All that would end a process and that are no fault of its own.
  void ignore();
  // As it was before: for a child that is to be like its parent's parent.
  void restore() const;

 private:
  std::vector<std::pair<int, struct sigaction>> before_;
};

}  // namespace mentat::supervisor
