// The process that writes the recording of a program. The program forks it before it has a second
// thread or process; it empties the rings of all workers of this host into the file, every 50 ms,
// and ends after all of them: so the file is whole also if the program is killed.
//
// Of a program on several hosts, the recorder on the driver's host also writes what those of the
// other hosts send to it, through the daemons (daemons/host/programs/recorded_parts.h). Those have
// a pipe to the daemon of their host in place of a file.
//
// It runs no code of the program, ignores the signals of the terminal, and keeps no descriptor of
// the program but standard error. It trusts nothing that it reads in the rings. When the file
// cannot be written any more it says so once, and the program goes on.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <utility>

#include <tl/expected.hpp>

#include "mmps/trust/descriptor.h"
#include "rts/record/shared_rings.h"

namespace mentat::record {

class recorder {
 public:
  enum class place : std::uint8_t { alone, with_other_hosts, other_host };
  struct options {
    record::level level = level::automatic;
    // Empty: only the last events are kept, in memory. On another host it is a name for messages.
    std::string file;
    place at = place::alone;
    std::string mode;      // of the program, for the header, as
    unsigned workers = 0;  // of each process
  };

  recorder() = default;
  recorder(const recorder&) = delete;
  recorder& operator=(const recorder&) = delete;
  /// Returns when the file is whole.
  ~recorder();

  /// Maps the rings and starts the process. Errors: the file or the memory cannot be had; then
  /// nothing is recorded.
  tl::expected<void, std::string> begin(const options& chosen);
  /// For the daemon of this host, if there are several; else it is closed.
  [[nodiscard]] mmps::trust::descriptor take_line_of_daemon() { return std::move(of_daemon_); }

 private:
  pid_t owner_ = 0;
  pid_t process_ = 0;  // 0: none
  int line_ = -1;      // the end of the socket that says that the program is over
  mmps::trust::descriptor of_daemon_;
};

}  // namespace mentat::record
