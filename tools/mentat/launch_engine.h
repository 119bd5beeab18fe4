#pragma once

#include <ctime>
#include <string>
#include <vector>

#include "daemons/launch/host_list.h"
#include "tools/mentat/problem.h"

namespace mentat::command {

/// A command that starts a host of the session elsewhere, and holds its standard streams.
struct launch_command {
  std::string host;  // in the session
  std::vector<std::string> words;

  /// As it can be pasted into a shell.
  std::string text() const;
};

/// What every host of a launch is told.
struct guest_options {
  std::string mentat = "mentat";  // the command there: a name or a path
  std::string session;            // each host has one of its own name, which ends with its number
  bool ssh_has_session_options = false;
  std::time_t ends = 0;  // of its programs, with the batch job; 0: never
};

/// By the output of `ssh -V`: whether it knows StdinNull, ForkAfterAuthentication and SessionType,
/// as OpenSSH 8.7 and later.
bool has_session_options(const std::string& version);

/// ssh with the user's own configuration, but for what would ask, wait, forward something, or keep
/// it from running this command with these standard streams.
launch_command by_ssh(const guest_options& options, const launch::wanted_host& host,
                      std::size_t number);

/// A command of the user, in which {host} stands for the host. It is run by `sh -c`.
launch_command by_template(const std::string& with_host, const guest_options& options,
                           const launch::wanted_host& host, std::size_t number);

/// A step of the Slurm job in which this process runs.
launch_command by_step(const guest_options& options, const std::string& node, bool binds,
                       std::size_t number);

/// The template has {host}, and one line.
expected<void> check_template(const std::string& with_host);

}  // namespace mentat::command
