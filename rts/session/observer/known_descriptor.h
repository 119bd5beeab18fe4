// A descriptor of the run-time system that the program may have closed, since it closes descriptors
// that it has not opened. Its number may belong to a file of the program by now. A value; does not
// own the descriptor. Only for files that have an identity of their own, such as sockets: all
// eventfds look alike. Thread-safety: any thread.
#pragma once

#include <sys/stat.h>

namespace mentat::node {

class known_descriptor {
 public:
  explicit known_descriptor(int descriptor) : number_(descriptor) { fstat(number_, &was_); }

  [[nodiscard]] bool is_there() const {
    struct stat now{};
    return fstat(number_, &now) == 0 && now.st_dev == was_.st_dev && now.st_ino == was_.st_ino;
  }

 private:
  int number_;
  struct stat was_{};
};

}  // namespace mentat::node
