// The daemon of a host: the sockets, files and branches around its part in the session
// (host_session.h), and the socket at which programs and the command `mentat` find it. It has one
// thread, which waits only in its one poll. Errors: an error that prevents the start is reported;
// later errors go to the log, and the daemon continues.
#pragma once

#include <string>

#include "daemons/host/session/host_log.h"
#include "daemons/host/session/session_place.h"
#include "daemons/host/session_entry.h"
#include "mmps/base/clock.h"
#include "mmps/base/instant.h"
#include "mmps/shm/unix_socket.h"

namespace mentat::host {

struct daemon_options {
  session_place place;
  std::string listen;        // tcp://ADDRESS[:PORT]; empty: this host alone
  std::string join;          // an invitation; empty: this host founds the session, or returns to it
  bool founds_anew = false;  // even if it remembers a session
  std::string name;          // of this host; empty: that of the machine
  // The host leaves at the end of this stream, and keeps no keys and no record of its session. -1:
  // it stays until it is asked to leave.
  int lease = -1;
  // The launcher that holds its lease decides what SIGTERM means: a batch system sends that to all
  // processes of a job.
  bool is_launched = false;
  // How long it is drained after SIGTERM; less at the end of its lease.
  base::duration grace = 10 * base::second;
  bool meets = false;  // it joins as daemon_starter::meet() says
  // With a lease: the secret key of this founder, in hexadecimal; empty: a new one.
  std::string founder_secret{};
  bool needs_founder = false;  // it leaves when it has not reached the founder for a while
  const base::clock* clock = &base::machine_clock();
};

// The command that started it. It is told the address of the daemon when it is ready, else the
// reason.
class daemon_starter {
 public:
  virtual ~daemon_starter() = default;
  // Tells the key of this host, and waits for the way to the founder.
  virtual expected<meeting_place> meet(const host_info& self) = 0;
  virtual void ready(const std::string& address, std::uint32_t host) = 0;
  virtual void failed(const std::string& why) = 0;
};

// Runs until the host leaves. Returns the exit status: 0 if it was asked to leave.
int run_daemon(const daemon_options& options, host_log& log, daemon_starter& starter,
               mmps::shm::unix_socket supervisor);

}  // namespace mentat::host
