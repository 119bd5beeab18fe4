#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "daemons/host/wire/session_rows.h"
#include "daemons/launch/hello.h"
#include "mmps/base/instant.h"
#include "mmps/trust/descriptor.h"
#include "tools/mentat/held_signals.h"
#include "tools/mentat/host_starter.h"
#include "tools/mentat/installation.h"
#include "tools/mentat/problem.h"

namespace mentat::command {

/// The daemon of this host in a launch: it founds the session and lets the other hosts in. It has a
/// lease, and leaves when this process ends. One thread.
class launch_founder {
 public:
  static constexpr base::duration longest_start = 30 * base::second;

  /// Starts it, and waits until it is ready, for `longest_start` at most. A signal ends the wait.
  expected<void> start(const installation& here, const host_request& request,
                       const held_signals& signals);
  const std::string& folder() const { return folder_; }  // of the session

  /// Can be read once it has ended; then note_end(). -1: it has, or was not started.
  int end() const { return end_.get(); }
  void note_end() { end_ = {}; }
  bool has_ended() const { return !end_.is_open(); }

  struct door {
    std::string number;  // for close_door()
    launch::welcome welcome;
  };
  /// Lets the host with that key in, under that name, for so many seconds.
  expected<door> open_door(const std::string& key, const std::string& name,
                           std::uint32_t seconds) const;
  /// Lets hosts in that show that key, as long as an invitation may last.
  expected<void> let_in(const std::string& key) const;
  /// The names of the other hosts that are up.
  std::vector<std::string> guests() const;
  /// The door may have closed itself meanwhile: the host is in, or the time is over.
  void close_door(const std::string& number) const;
  /// Whether that host of the session is up and has that key.
  bool is_member(std::uint32_t host, const std::string& key) const;
  /// Empty: it has not left.
  std::string why_left(std::uint32_t host) const;

  void end_lease() { host_.to = {}; }
  void signal(int number) const;
  void wait() const;

 private:
  std::optional<host::session_row> row_of(std::uint32_t host) const;

  started_host host_;
  mmps::trust::descriptor end_;
  std::string folder_;
};

}  // namespace mentat::command
