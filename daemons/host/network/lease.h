#pragma once

#include <unistd.h>

#include <array>
#include <cerrno>

namespace mentat::host {

/// Whether that stream, which can be read, is at its end. What it holds is ignored.
[[nodiscard]] inline bool has_lease_ended(int stream) {
  std::array<char, 256> ignored{};
  const ssize_t count = ::read(stream, ignored.data(), ignored.size());
  return count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN);
}

}  // namespace mentat::host
