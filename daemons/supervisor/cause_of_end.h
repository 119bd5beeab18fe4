// The cause of a process's end in words. Thread-safety: none. Errors: none; a cause that the system
// does not report is left out.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>

#include "rts/session/endpoint/notice.h"

namespace mentat::supervisor {

// `status` as waitpid() gives it. `has_left`: the process has announced that it ends on request.
std::string cause_of_end(node::role what, pid_t process, int status, bool has_left);

// Finds out whether the kernel has ended processes because memory ran out. It reads the kernel's
// count, for the control group of this process if that is limited and readable, else for the
// machine.
class memory_kills {
 public:
  // The system's folders; tests pass other ones.
  explicit memory_kills(const std::string& proc = "/proc",
                        const std::string& control_groups = "/sys/fs/cgroup");

  // For a process that has just been ended by SIGKILL. Empty: no sign that the kernel did it.
  [[nodiscard]] std::string explanation();

 private:
  [[nodiscard]] std::optional<std::uint64_t> count() const;

  std::string file_;  // file with the count, in a line "oom_kill N"
  std::string whose_;
  std::uint64_t seen_ = 0;
};

}  // namespace mentat::supervisor
