#include "rts/session/endpoint/forwarded_output.h"

#include <fcntl.h>
#include <stdio_ext.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>

namespace mentat::node {

forwarded_output::forwarded_output() {
  const int kept = memfd_create("mentat-output", MFD_CLOEXEC);
  if (kept < 0 || fcntl(kept, F_SETFL, O_APPEND) != 0 || dup2(kept, STDOUT_FILENO) < 0)
    throw std::system_error(errno, std::generic_category(),
                            "the output of the process cannot be kept");
  close(kept);
}

std::vector<std::byte> forwarded_output::take() {
  std::lock_guard guard(lock_);
  if (__fpending(stdout) != 0) std::fflush(stdout);
  struct stat about{};
  if (fstat(STDOUT_FILENO, &about) != 0 || static_cast<std::size_t>(about.st_size) <= taken_)
    return {};
  std::vector<std::byte> printed(std::min(static_cast<std::size_t>(about.st_size) - taken_, most));
  const ssize_t got =
      pread(STDOUT_FILENO, printed.data(), printed.size(), static_cast<off_t>(taken_));
  printed.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  // The memory is given back, the length stays: another thread may be printing just now.
  fallocate(STDOUT_FILENO, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(taken_),
            static_cast<off_t>(printed.size()));
  taken_ += printed.size();
  return printed;
}

}  // namespace mentat::node
