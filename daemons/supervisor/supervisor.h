// The supervisor: the only process of a program, on its host, that starts others, by forking
// itself. It always has one thread, so a forked process is the program itself, linked and warm, and
// nothing else can be started. On the driver's host it is a child of the driver, made before the
// driver has a second thread; on every other host the program is a branch, whose first process is
// the supervisor.
//
// It reads no bytes of the network, and knows its children by pidfd: the end of a process is
// announced to everybody at once, with the cause, on other hosts through the daemon of this one
// (uplink.h). When the driver ends, in any way, so do all others, and their folder
// is removed. If the supervisor itself dies, the kernel ends its children; the driver hears of it
// by its closed socket, other hosts from the daemon. If the daemon of the host ends, so does
// everything here. The 4096 numbers of processes are reused, each time with the next generation. It
// forwards questions about the session to its processes and waits for no answer. A token-matching
// unit that ends is replaced. A branch needs its own instantiation manager: when that ends, or no
// token-matching unit can be started, the branch ends.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>

#include "daemons/supervisor/uplink.h"
#include "rts/session/endpoint/notice.h"

namespace mentat::supervisor {

using node::member;

struct session_options {
  unsigned workers = 1;  // processes beside the driver and the daemons, at the start and at most
  unsigned objects = 0;  // object processes, at most
  std::function<int(member)>
      process_main;  // the main function of a process, by its role; returns its exit status
  std::uint32_t host = 0, incarnation = 0;  // of this host
  // the way in which its processes and those of other hosts reach each other
  node::network_options network{};
  uplink to_hosts{};         // to the daemon of this host
  mmps::mmps_name driver{};  // for a branch: the driver, on another host
};

struct session {
  member driver;
  pid_t supervisor = 0;
};

// Starts a session of this program: the supervisor, the instantiation manager, the token-matching
// unit, and workers. To be called while the calling process has one thread. Returns only in the
// driver. Throws std::runtime_error or std::system_error.
session start_session(session_options options);
// To be called in the driver when its program has ended. Returns when nothing of the session is
// left on this host.
void end_session(session& of);

// Makes the calling process the supervisor of a branch. Returns its exit status when nothing of the
// branch is left. Throws as start_session.
int run_branch(session_options options);

}  // namespace mentat::supervisor
