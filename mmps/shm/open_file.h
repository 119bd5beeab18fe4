// An open file that others in this process may close: its number may name another file then.
// Thread-safety: a value.
#pragma once

#include <sys/types.h>

namespace mentat::mmps::shm {

struct open_file {
  int descriptor = -1;
  dev_t device = 0;
  ino_t inode = 0;

  static open_file of(int descriptor);
  [[nodiscard]] bool is_intact() const;
  void close_if_intact() const;
  // The same file, opened once more and only for reading. Negative: the system refuses.
  [[nodiscard]] int open_again() const;
  // Whether any process has it open for reading on its own, maps it through that, or has sent it
  // on: false if the kernel knows of none. What came from open() counts, and all copies of that
  // descriptor; the descriptor that made the file does not.
  [[nodiscard]] bool has_readers() const;
  // False: this kernel does not tell, and has_readers() is always true.
  static bool tells_readers();
};

}  // namespace mentat::mmps::shm
