// The process that writes the recording of a program. The program forks it before it has a second
// thread or process; it empties the rings of all workers of this host into the file, every 50 ms,
// and ends after all of them: so the file is whole also if the program is killed.
//
// It runs no code of the program, ignores the signals of the terminal, and keeps no descriptor of
// the program but standard error. It trusts nothing that it reads in the rings. When the file
// cannot be written any more it says so once, and the program goes on.
#pragma once

#include <sys/types.h>

#include <string>

#include <tl/expected.hpp>

#include "rts/record/shared_rings.h"

namespace mentat::record {

class recorder {
 public:
  struct options {
    record::level level = level::automatic;
    std::string file;      // empty: only the last events are kept, in memory
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

 private:
  pid_t owner_ = 0;
  pid_t process_ = 0;  // 0: none
  int line_ = -1;      // the end of the pipe that says that the program is over
};

}  // namespace mentat::record
