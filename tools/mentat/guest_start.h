#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tools/mentat/host_starter.h"

namespace mentat::command {

/// `mentat start --lease stdin`: starts the daemon of this host and waits until standard input or
/// the daemon ends; then the host has left. With `meets` it first greets, on standard output, the
/// founder that has started this command, and waits for its welcome (daemons/launch/hello.h).
/// Returns the exit status. `announce` prints the session of a host that does not meet.
using announcement = std::function<void(const std::vector<std::string>& ready)>;
int run_leased(const installation& here, const host_request& request, const announcement& announce);

}  // namespace mentat::command
