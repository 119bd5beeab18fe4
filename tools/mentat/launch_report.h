#pragma once

#include <string>
#include <vector>

#include "daemons/launch/meeting.h"
#include "tools/mentat/launcher.h"

namespace mentat::command {

/// For --dry-run: the commands that start hosts, or the `lines` of others. Returns 0.
int print_commands(const launch_options& options);
int print_commands(const launch_options& options, const std::vector<std::string>& lines);

/// Which hosts are up, and why others are not: lines on standard error, or JSON there.
void report_hosts(const launch_options& options, const launch::meeting& met);

/// The same of hosts that an engine has started by itself.
void report_awaited(const launch_options& options, const std::vector<std::string>& names);

/// A host has gone while the program runs.
/// `cause`: as its engine says; empty: it does not.
void report_gone(const launch_options& options, const launch::meeting::guest_row& row,
                 const std::string& cause);

/// A line that the command of a host has printed.
void report_noise(const launch::meeting::guest_row& row, const std::string& line);

}  // namespace mentat::command
