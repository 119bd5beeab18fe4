#include "daemons/host/programs/branch_output.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string_view>

namespace mentat::host {

branch_output::branch_output(descriptor pipe, std::string before)
    : pipe_(std::move(pipe)), before_(std::move(before)) {
  fcntl(pipe_.get(), F_SETFL, fcntl(pipe_.get(), F_GETFL) | O_NONBLOCK);
}

std::vector<std::string> branch_output::read_lines() {
  std::vector<std::string> lines;
  if (!pipe_.is_open()) return lines;
  std::array<char, 16384> buffer;
  const ssize_t count = read(pipe_.get(), buffer.data(), buffer.size());
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return lines;
  for (const char c :
       std::string_view(buffer.data(), count > 0 ? static_cast<std::size_t>(count) : 0)) {
    if (c != '\n') unfinished_ += c;
    if (c == '\n' || unfinished_.size() >= longest)
      lines.push_back(before_ + std::exchange(unfinished_, {}));
  }
  if (count <= 0) {
    if (!unfinished_.empty()) lines.push_back(before_ + std::exchange(unfinished_, {}));
    pipe_ = descriptor();
  }
  return lines;
}

}  // namespace mentat::host
