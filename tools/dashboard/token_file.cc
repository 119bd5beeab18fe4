#include "tools/dashboard/token_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "mmps/base/shown_text.h"

namespace mentat::dashboard {

tl::expected<void, std::string> write_token(const std::string& path, std::string_view token) {
  namespace fs = std::filesystem;
  const std::string shown = base::shown_value(path);
  std::error_code unknown;
  const fs::file_type there = fs::symlink_status(path, unknown).type();
  if (there != fs::file_type::not_found && there != fs::file_type::regular)
    return tl::unexpected("--metrics: " + shown + " is no file");  // /dev/null must stay
  const std::string unfinished = path + ".unfinished." + std::to_string(::getpid());
  const int file =
      ::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0) return tl::unexpected("cannot write " + shown + ": " + std::strerror(errno));
  const bool is_written =
      ::write(file, token.data(), token.size()) == static_cast<ssize_t>(token.size());
  const bool is_closed = ::close(file) == 0;
  if (is_written && is_closed && std::rename(unfinished.c_str(), path.c_str()) == 0) return {};
  const std::string why = std::strerror(errno);
  ::unlink(unfinished.c_str());
  return tl::unexpected("cannot write " + shown + ": " + why);
}

}  // namespace mentat::dashboard
