// The daemon of a host: its place in the network, its part in the membership, the programs that it
// carries, and the socket at which programs and the command `mentat` find it. One thread that never
// waits for anybody but in its one poll. Errors: what keeps it from beginning is reported;
// afterwards it goes on, and says in its log what was wrong.
#pragma once

#include <string>

#include "daemons/host/host_log.h"
#include "daemons/host/session_place.h"
#include "mmps/base/clock.h"
#include "mmps/shm/unix_socket.h"

namespace mentat::host {

struct daemon_options {
  session_place place;
  std::string listen;  // tcp://ADDRESS[:PORT]; empty: this host alone
  std::string join;    // an invitation; empty: this host founds the session, or comes back
  bool founds_anew = false;  // even if it remembers a session
  const base::clock* clock = &base::machine_clock();
};

// Its report to the command that started it: its address when it is ready, else the reason.
class daemon_report {
 public:
  virtual ~daemon_report() = default;
  virtual void ready(const std::string& address) = 0;
  virtual void failed(const std::string& why) = 0;
};

// Until the host leaves. The exit status: 0 if it was asked to leave.
int run_daemon(const daemon_options& options, host_log& log, daemon_report& report,
               mmps::shm::unix_socket supervisor);

}  // namespace mentat::host
