#pragma once

#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "tools/mentat/host_starter.h"

namespace mentat::command {

/// What keeps this host in the session.
struct guest_lease {
  bool is_job = false;  // the batch job in which this command runs; else standard input
  std::time_t drain_at = 0, end = 0;  // of a job: seconds of the calendar; 0: it has no end
  std::string why_drained{};
};

/// `mentat start --lease stdin`: starts the daemon of this host and waits until standard input or
/// the daemon ends; then the host has left. With `meets` it first greets, on standard output, the
/// founder that has started this command, and waits for its welcome (daemons/launch/hello.h).
/// Returns the exit status. `announce` prints the session of a host that does not meet.
using announcement = std::function<void(const std::vector<std::string>& ready)>;
int run_leased(const installation& here, const host_request& request, const announcement& announce,
               const guest_lease& lease = {});

}  // namespace mentat::command
