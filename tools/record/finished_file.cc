#include "tools/record/finished_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>

namespace mentat::command {

// The recorder holds a lock of the file.
bool await_finished_file(const std::string& path) {
  using clock = std::chrono::steady_clock;
  constexpr auto longest = std::chrono::seconds(8);
  constexpr auto nap = std::chrono::milliseconds(20);
  const int file = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return true;
  const auto end = clock::now() + longest;
  bool is_free = false, is_locked = true;
  while (!is_free && is_locked && clock::now() < end) {
    is_free = flock(file, LOCK_SH | LOCK_NB) == 0;
    is_locked = !is_free && (errno == EWOULDBLOCK || errno == EINTR);
    if (!is_free && is_locked) std::this_thread::sleep_for(nap);
  }
  close(file);
  return is_free || !is_locked;
}

}  // namespace mentat::command
