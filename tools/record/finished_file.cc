#include "tools/record/finished_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>

namespace mentat::command {

// The recorder holds a lock of the file.
bool is_being_written(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return false;
  const bool is_locked =
      flock(file, LOCK_SH | LOCK_NB) != 0 && (errno == EWOULDBLOCK || errno == EINTR);
  close(file);
  return is_locked;
}

bool await_finished_file(const std::string& path) {
  using clock = std::chrono::steady_clock;
  constexpr auto longest = std::chrono::seconds(8);
  constexpr auto nap = std::chrono::milliseconds(20);
  const auto end = clock::now() + longest;
  while (is_being_written(path)) {
    if (clock::now() >= end) return false;
    std::this_thread::sleep_for(nap);
  }
  return true;
}

}  // namespace mentat::command
