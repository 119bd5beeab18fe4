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

/// The engine is a command of the user.
inline constexpr const char* via_engine = "--via";

/// What every host of a launch is told.
struct guest_options {
  // The command there: a name or a path; or words that run it, a shell's script among them.
  std::vector<std::string> mentat{"mentat"};
  std::string session;  // each host has one of its own name, which ends with its number
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

/// Why such a command has ended with status 127, in the words of a shell that has not found a
/// command: it has printed the name of that one. Of a template it may be a command of the user.
std::string what_was_not_found(const std::string& mentat, bool is_template,
                               const std::vector<std::string>& printed);

/// The template has {host}, and one line.
expected<void> check_template(const std::string& with_host);

}  // namespace mentat::command
