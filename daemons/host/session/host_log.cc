#include "daemons/host/session/host_log.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>

#include "mmps/base/shown_text.h"

namespace mentat::host {
namespace {

std::string time_now(const char* form, bool with_milliseconds) {
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, 40> text{};
  std::size_t length = std::strftime(text.data(), text.size(), form, &parts);
  if (with_milliseconds) {
    const auto ms =
        std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() %
        1000;
    length += static_cast<std::size_t>(
        std::snprintf(text.data() + length, text.size() - length, ".%03dZ", static_cast<int>(ms)));
  }
  return {text.data(), length};
}

}  // namespace

expected<host_log> host_log::begin(const std::string& logs, const std::string& name) {
  const std::string last = time_now("%Y%m%dT%H%M%SZ", false) + "-" + name;
  const std::string folder = logs + "/" + last;
  if (auto made = make_private_folder(folder); !made) return tl::unexpected(made.error());
  const std::string fresh = logs + "/latest." + std::to_string(getpid());
  if (symlink(last.c_str(), fresh.c_str()) != 0 ||
      rename(fresh.c_str(), (logs + "/latest").c_str()) != 0)
    return tl::unexpected(logs + "/latest: " + std::strerror(errno));
  host_log log(folder);
  const int file =
      open(log.path().c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) return tl::unexpected(log.path() + ": " + std::strerror(errno));
  close(file);
  return log;
}

void host_log::write(const std::string& line) {
  const std::string text =
      time_now("%Y-%m-%dT%H:%M:%S", true) + " " + base::shown(line, longest_line) + "\n";
  if (echo_) std::fputs(text.c_str(), stderr);
  const int file =
      open(path().c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) return;
  [[maybe_unused]] const ssize_t written = ::write(file, text.data(), text.size());
  struct stat about{};
  if (fstat(file, &about) == 0 && about.st_size > max_bytes) rotate();
  close(file);
}

void host_log::rotate() const {
  for (int i = kept; i > 0; --i) {
    const std::string older = path() + "." + std::to_string(i);
    const std::string newer = i == 1 ? path() : path() + "." + std::to_string(i - 1);
    rename(newer.c_str(), older.c_str());
  }
}

}  // namespace mentat::host
