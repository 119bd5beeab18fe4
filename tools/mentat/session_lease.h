#pragma once

#include <chrono>

#include "tools/mentat/guest_start.h"

namespace mentat::command {

/// `mentat start --lease session`: joins the session with the request's invitation, tries it again
/// until `within` while the founder is not there yet, and stays until the session ends, this host
/// was drained by SIGTERM, or the founder is lost. Returns the exit status; 128 + the signal that
/// came before this host was up.
int run_for_session(const installation& here, const host_request& request,
                    std::chrono::seconds within, const announcement& announce);

}  // namespace mentat::command
