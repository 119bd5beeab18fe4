// The supervisor: the only process of a session that starts others, by forking itself. It is a child of the driver, made before the
// driver has a second thread, so what it forks is the driver's own program, linked and warm, and nothing else can be started.
//
// It has one thread, reads no bytes of the network, and knows its children by pidfd: who ends is announced to everybody at once,
// with the cause. When the driver ends, in whatever way, so do all others, and the session's folder is removed.
// If the supervisor itself dies, the kernel ends its children, and the driver hears of it by its closed socket.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

#include "rts/node/notice.h"

namespace mentat::supervisor {

using node::member;

struct session_options {
  unsigned workers = 1;                         // processes beside the driver
  std::function<int(member)> worker_main;       // what a worker process does; its exit status
};

struct session {
  member driver;
  pid_t supervisor = 0;
};

// Starts a session of this program: the supervisor and its workers. To be called while the calling process has one thread. Comes back
// in the driver only. Throws std::runtime_error or std::system_error.
session start_session(session_options options);
// In the driver, when its program has ended: comes back when nothing of the session is left.
void end_session(session& of);

}  // namespace mentat::supervisor
