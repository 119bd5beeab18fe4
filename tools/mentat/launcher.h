#pragma once

#include <string>
#include <vector>

#include "tools/mentat/command_line.h"
#include "tools/mentat/installation.h"
#include "tools/mentat/launch_engine.h"

namespace mentat::command {

struct launch_options {
  std::string engine;                    // for people: "ssh"
  std::string session;                   // of this host
  std::string ends{};                    // the time at which the engine ends all; empty: never
  std::string listen = "auto";           // this host, the founder
  std::string name;                      // of this host; empty: that of the machine
  std::vector<launch_command> commands;  // one for each other host
  std::string mentat_there = "mentat";   // the command on the other hosts
  int within = 20;                       // seconds until a host is late
  int at_once = 32;                      // hosts that start at the same time
  bool all_hosts = false;                // the program does not begin without one
  bool json = false;
  arguments program;
};

/// Begins a session on this host, starts the other hosts, runs the program on them in mode cluster,
/// and ends the session. Whatever ends this process, the other hosts leave: each holds the standard
/// input of its command as its lease. Returns the program's exit status, or 1 if it did not begin;
/// 128 + the signal that came before its begin.
int launch_program(const installation& here, const launch_options& options);

}  // namespace mentat::command
