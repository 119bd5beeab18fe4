#pragma once

#include <ctime>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daemons/host/wire/founder_line.h"
#include "daemons/launch/job_end.h"
#include "mmps/base/instant.h"
#include "tools/mentat/brought_copy.h"
#include "tools/mentat/command_line.h"
#include "tools/mentat/installation.h"
#include "tools/mentat/launch_engine.h"

namespace mentat::command {

/// The batch job in which a launch runs.
class launch_job {
 public:
  virtual ~launch_job() = default;
  /// Its end, if it has to leave before its time; nothing: it has not.
  virtual std::optional<std::time_t> leaves_early() = 0;
  /// Why it has ended the step of a host, which has printed these lines; empty: it does not say.
  virtual std::string cause_of_loss(const std::string& host, const std::string& printed) = 0;
};

/// When that job ends.
struct job_time {
  std::time_t end = 0;
  base::duration length = 0;
  base::duration drain_before = 0;

  /// When its hosts are drained, and when the program is ended.
  std::time_t drain() const {
    return end - launch::job_end::drained_before(length, drain_before) / base::second;
  }
  std::time_t stop() const {
    return end - launch::job_end::stopped_before(length, drain_before) / base::second;
  }
};

/// Hosts that an engine starts by itself. They come by an invitation that was made beforehand,
/// together with the founder's key.
struct awaited_hosts {
  std::size_t count = 0;
  host::founder_line keys;
  std::string where_to_look;  // when some are late
};

struct launch_options {
  std::string engine{};                    // for people: "ssh"
  std::string session{};                   // of this host
  std::string ends{};                      // the time at which the engine ends all; empty: never
  std::optional<job_time> time{};          // the same
  std::shared_ptr<launch_job> job{};       // null: the engine has no jobs
  std::string listen = "auto";             // this host, the founder
  std::string name{};                      // of this host; empty: that of the machine
  std::vector<launch_command> commands{};  // one for each other host; none: they are there
  std::optional<awaited_hosts> awaited{};
  std::string mentat_there = "mentat";    // the command on the other hosts
  std::optional<brought_copy> brought{};  // which they get, unless they have it
  int within = 20;                        // seconds until a host is late
  int at_once = 32;                       // hosts that start at the same time
  bool all_hosts = false;                 // the program does not begin without one
  bool json = false;
  arguments program{};
};

/// Begins a session on this host, starts the other hosts, runs the program on them in mode cluster,
/// and ends the session. Whatever ends this process, the other hosts leave: each holds the standard
/// input of its command as its lease. Returns the program's exit status, or 1 if it did not begin;
/// 128 + the signal that came before its begin; 124 if its job ended before the program.
int launch_program(const installation& here, const launch_options& options);

}  // namespace mentat::command
