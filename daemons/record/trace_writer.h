// Writes the events of all rings to a file, until the program has ended. Internal to the recorder.
// Thread-safety: none.
#pragma once

#include <sys/types.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "rts/record/shared_rings.h"
#include "rts/record/trace_blocks.h"

namespace mentat::record {

class trace_writer {
 public:
  struct options {
    int file = -1;
    std::string path;  // for messages
    std::string mode;
    unsigned workers = 0;  // of each process; 0: not known
    pid_t program = 0;
    int parts = -1;        // from the daemon of this host, if there are other hosts
    bool is_part = false;  // of the recording of another host
  };

  trace_writer(options chosen, shared_rings& from);

  /// Returns when the program has ended: `line` says so, or is closed by everybody; or the process
  /// behind the descriptor `program` has ended, and its children had time to.
  void run(int line, int program);

 private:
  struct reading {
    std::uint64_t next = 0;       // event
    std::uint64_t last_seen = 0;  // tick
    unsigned looks_without_owner = 0;
  };

  void look();
  [[nodiscard]] bool take_part();
  void await_parts();
  void empty(std::size_t which);
  void empty_to(std::size_t which, std::uint64_t end);
  void note_owner(std::size_t which);
  void finish(std::size_t which);
  void write_counts(std::size_t which);
  void write_places(bool is_over);
  void write_clock();
  void write(const std::string& bytes);
  [[nodiscard]] recorded_worker worker_of(std::size_t which) const;

  const options chosen_;
  shared_rings& from_;
  std::array<reading, shared_rings::count> readings_{};
  std::uint64_t good_bytes_ = 0;  // of the file: whole blocks
  std::uint64_t since_clock_ = 0;
  std::size_t places_written_ = 0;
  int parts_ = -1;  // -1: no more comes
  bool has_failed_ = false;
};

}  // namespace mentat::record
