// The processes of a program in modes processes and cluster, as its first process sees them. They
// are made by forking that process, for one run of the program.
#pragma once

#include <functional>
#include <memory>

#include "daemons/supervisor/supervisor.h"
#include "mmps/trust/descriptor.h"
#include "rts/config/settings.h"

namespace mentat::program {

class session {
 public:
  // To be called while the process has one thread. `chosen` outlives it. `recorder`: its line to
  // the daemon of this host, if it wants the parts of other hosts. Throws start_error.
  explicit session(const node::settings& chosen, mmps::trust::descriptor recorder = {});
  session(const session&) = delete;
  session& operator=(const session&) = delete;
  // Returns when nothing of it is left on this host.
  ~session();

  // To be called once. Returns the program's status.
  int run(const std::function<int()>& program);

 private:
  const node::settings& chosen_;
  unsigned other_hosts_ = 0;
  supervisor::session begun_;
};

// Whether the daemon of this host started the process, for a program of another host.
bool is_branch();
// Runs the branch; returns its exit status.
int run_branch();

}  // namespace mentat::program
