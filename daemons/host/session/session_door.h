// Connects a client, a program or the command `mentat`, to the daemon of a session on this host.
// Nothing is sent before the daemon is known to belong to this user. Otherwise another user who
// made the session's folder first would get the program and its settings. Thread-safety: all
// functions.
#pragma once

#include <optional>

#include "daemons/host/session/session_place.h"
#include "mmps/shm/unix_socket.h"

namespace mentat::host {

/// Empty: no daemon runs there. An error: the socket is not this user's alone.
[[nodiscard]] expected<std::optional<mmps::shm::unix_socket>> connect_to_daemon(
    const session_place& place);

}  // namespace mentat::host
