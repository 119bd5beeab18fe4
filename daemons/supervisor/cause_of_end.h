// The cause of a process's end in words. Thread-safety: none. Errors: none; a cause that the system
// does not tell is left out.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>

#include "rts/session/endpoint/notice.h"

namespace mentat::supervisor {

// `status` as waitpid() gives it. `has_left`: it has said that it ends because it is to.
std::string cause_of_end(node::role what, pid_t process, int status, bool has_left);

// Whether the kernel has ended processes because memory ran out: it counts them, for the control
// group of this process if that is limited or can be read, else for the machine.
class memory_kills {
 public:
  // Folders of the system: other ones in tests.
  explicit memory_kills(const std::string& proc = "/proc",
                        const std::string& control_groups = "/sys/fs/cgroup");

  // Of a process that has just been ended by SIGKILL. Empty: nothing says that it was the kernel.
  [[nodiscard]] std::string explanation();

 private:
  [[nodiscard]] std::optional<std::uint64_t> count() const;

  std::string file_;  // that counts; "oom_kill N" is a line of it
  std::string whose_;
  std::uint64_t seen_ = 0;
};

}  // namespace mentat::supervisor
