// The daemon of a host: the sockets, files and branches around its part in the session
// (host_session.h), and the socket at which programs and the command `mentat` find it. It has one
// thread, which waits only in its one poll. Errors: an error that prevents the start is reported;
// later errors go to the log, and the daemon continues.
#pragma once

#include <string>

#include "daemons/host/session/host_log.h"
#include "daemons/host/session/session_place.h"
#include "mmps/base/clock.h"
#include "mmps/shm/unix_socket.h"

namespace mentat::host {

struct daemon_options {
  session_place place;
  std::string listen;        // tcp://ADDRESS[:PORT]; empty: this host alone
  std::string join;          // an invitation; empty: this host founds the session, or returns to it
  bool founds_anew = false;  // even if it remembers a session
  std::string name;          // of this host; empty: that of the machine
  const base::clock* clock = &base::machine_clock();
};

// Its report to the command that started it: its address when it is ready, else the reason.
class daemon_report {
 public:
  virtual ~daemon_report() = default;
  virtual void ready(const std::string& address) = 0;
  virtual void failed(const std::string& why) = 0;
};

// Runs until the host leaves. Returns the exit status: 0 if it was asked to leave.
int run_daemon(const daemon_options& options, host_log& log, daemon_report& report,
               mmps::shm::unix_socket supervisor);

}  // namespace mentat::host
