// The supervisor of a host: the only process of a session on this host that starts others. It is
// the parent of the daemon and of the branches of other hosts' programs. It has one thread and
// reads no byte of a network.
//
// SIGCHLD reports the end of a child at once, with its cause. The supervisor leaves nothing behind:
// its children end with it (PR_SET_PDEATHSIG); it adopts and ends processes that have lost their
// parent (PR_SET_CHILD_SUBREAPER); when the daemon ends, for any reason, it ends everything else on
// this host. Errors: std::system_error if it cannot begin.
#pragma once

#include <functional>

#include "daemons/host/session/host_log.h"
#include "mmps/shm/unix_socket.h"

namespace mentat::host {

// Forks the daemon, which runs `daemon_main` with the socket to the supervisor, and supervises it
// until it ends. Returns its exit status. To be called while the process has one thread.
int run_supervisor(host_log& log, const std::function<int(mmps::shm::unix_socket)>& daemon_main);

}  // namespace mentat::host
