#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

#include "daemons/launch/hello.h"
#include "mmps/trust/descriptor.h"
#include "tools/mentat/installation.h"
#include "tools/mentat/problem.h"

namespace mentat::command {

/// What the daemon of this host is to do (daemons/host/main.cc); no value contains a newline.
struct host_request {
  std::string session{};  // the path of its folder
  std::string listen{}, join{}, name{};
  bool foreground = false, founds_anew = false;
  bool is_leased = false;      // it leaves when its standard input ends
  bool is_launched = false;    // SIGTERM does not end it: its lease does
  std::string grace{};         // seconds, after SIGTERM; empty: as usual
  bool meets = false;          // it says `hello`, and joins as it is welcomed
  std::string founder{};       // the secret key of this founder; empty: a new one
  bool needs_founder = false;  // it leaves when it has not reached the founder for a while

  std::string text() const;
};

/// A started daemon and the pipes to it. The daemon of a lease leaves when `to` is closed, also by
/// the end of this process.
struct started_host {
  pid_t process = 0;
  mmps::trust::descriptor to, from;

  /// Reads one line: ready, hello or failed, and its values; empty words if the daemon has ended.
  /// `may_read` waits before each byte; false: nothing more is read.
  std::vector<std::string> hear(const std::function<bool()>& may_read = {}) const;
  bool tell(const std::string& line) const;
  /// Passes on what the founder has answered to the greeting. False: the daemon has ended.
  bool tell_welcome(const launch::welcome& from_founder) const;
  /// Waits for its end, and returns its exit status.
  int wait() const;
};

/// Starts the daemon, and passes the request through a pipe: an invitation is a secret, arguments
/// are public.
expected<started_host> start_host(const installation& here, const host_request& request);

/// The keys of a session whose founder will listen at that address, elsewhere.
struct prepared_keys {
  std::string founder_line;  // daemons/host/wire/founder_line.h
  std::string invitation;
};
expected<prepared_keys> prepare_keys(const installation& here, const std::string& address);

/// From now on SIGINT and SIGTERM go to the daemon, which leaves in order: as process 1 of a
/// container, or below a batch system, this process may be the only one that a signal reaches.
void pass_signals_to(pid_t daemon);

/// The reason in a `failed` line of the daemon.
std::string why_failed(const std::vector<std::string>& said);

}  // namespace mentat::command
