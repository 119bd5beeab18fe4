#include "daemons/host/session/host_log.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <system_error>
#include <vector>

#include "mmps/base/json_string.h"
#include "mmps/base/shown_text.h"

namespace mentat::host {
namespace {

namespace fs = std::filesystem;

constexpr const char* mark_of_leases = "/leased";

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

std::string own_name() {
  std::array<char, 256> machine{};
  gethostname(machine.data(), machine.size() - 1);
  return machine.data();
}

// A line as programs write theirs (rts/config/log.h).
std::string object_of(const std::string& time, const std::string& what) {
  return R"({"time":)" + base::json_string(time) + R"(,"level":"info","host":)" +
         base::json_string(base::shown_value(own_name())) + R"(,"process":)" +
         std::to_string(getpid()) + R"(,"program":"mentat-host","what":)" +
         base::json_string(what) + "}\n";
}

// For people. Machines with one home may do so at the same time: a host does not fail for it.
void point_latest_at(const std::string& last, const std::string& logs) {
  const std::string fresh =
      logs + "/latest." + own_name() + "." + std::to_string(getpid()) + "." + last;
  if (symlink(last.c_str(), fresh.c_str()) == 0 &&
      rename(fresh.c_str(), (logs + "/latest").c_str()) != 0)
    unlink(fresh.c_str());
}

// A host that still runs has written lately, or loses its log.
void remove_old_logs_of_leases(const std::string& logs) {
  std::error_code none;
  std::vector<fs::path> of_leases;
  for (const auto& entry : fs::directory_iterator(logs, none))
    if (!entry.is_symlink(none) && fs::exists(entry.path().string() + mark_of_leases, none))
      of_leases.push_back(entry.path());
  std::ranges::sort(of_leases, std::greater());  // their names begin with the time
  for (std::size_t i = host_log::kept_of_leases; i < of_leases.size(); ++i) {
    const auto written = fs::last_write_time(of_leases[i] / "host.log", none);
    if (!none && fs::file_time_type::clock::now() - written < std::chrono::hours(24)) continue;
    fs::remove_all(of_leases[i], none);
  }
}

}  // namespace

expected<host_log> host_log::begin(const std::string& logs, const std::string& name,
                                   bool is_leased) {
  const std::string last = time_now("%Y%m%dT%H%M%SZ", false) + "-" + name;
  const std::string folder = logs + "/" + last;
  if (auto made = make_private_folder(folder); !made) return tl::unexpected(made.error());
  point_latest_at(last, logs);
  if (is_leased) {
    std::ofstream(folder + mark_of_leases);
    remove_old_logs_of_leases(logs);
  }
  host_log log(folder);
  const int file =
      open(log.path().c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) return tl::unexpected(log.path() + ": " + std::strerror(errno));
  close(file);
  return log;
}

void host_log::write(const std::string& line) {
  const std::string time = time_now("%Y-%m-%dT%H:%M:%S", true),
                    what = base::shown(line, longest_line), text = time + " " + what + "\n";
  if (echo_ == echo::text) std::fputs(text.c_str(), stderr);
  if (echo_ == echo::json) std::fputs(object_of(time, what).c_str(), stderr);
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
