#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>

#include "tools/mentat/log_lines.h"
#include "tools/mentat/session_client.h"
#include "tools/mentat/session_log.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {
namespace {

namespace fs = std::filesystem;

using printer = std::function<void(std::string_view)>;

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

/// Prints the text appended to the file since `from`.
std::streamoff print_from(const fs::path& path, std::streamoff from, const printer& to) {
  std::ifstream file(path, std::ios::binary);
  file.seekg(0, std::ios::end);
  const std::streamoff size = file.tellg();
  if (size < from) from = 0;  // a new file: the old one was full
  file.seekg(from);
  for (std::string buffer(65536, 0);
       file.read(buffer.data(), static_cast<std::streamsize>(buffer.size())), file.gcount() > 0;)
    to({buffer.data(), static_cast<std::size_t>(file.gcount())});
  std::fflush(stdout);
  return size;
}

/// Runs until nobody reads the output.
int follow(const fs::path& path, const printer& to) {
  const int changes = inotify_init1(IN_CLOEXEC);
  if (changes < 0 || inotify_add_watch(changes, path.parent_path().c_str(),
                                       IN_MODIFY | IN_CREATE | IN_MOVED_FROM) < 0)
    return report({"changes of " + path.string() + " cannot be watched"});
  for (std::streamoff at = print_from(path, 0, to); std::ferror(stdout) == 0;
       at = print_from(path, at, to)) {
    alignas(inotify_event) char events[4096];
    pollfd items[] = {{changes, POLLIN, 0}, {STDOUT_FILENO, 0, 0}};
    if (poll(items, 2, -1) > 0 && items[1].revents != 0) break;
    if (items[0].revents != 0 && read(changes, events, sizeof events) <= 0) break;
  }
  close(changes);
  return 0;
}

}  // namespace

int run_logs(const installation&, const arguments& given) {
  command_line line("logs");
  std::string session;
  bool on = false, json = false;
  line.option("--session", session);
  line.flag("-f,--follow", on);
  line.flag("--json", json);
  if (const auto done = line.parse(given)) return *done;
  const auto place = session_named(session);
  if (!place) return report(place.error());
  const auto path = newest_log(place->name);
  if (!path) return report(path.error());
  log_lines lines([](const std::string& one) { print(one + "\n"); });
  const printer to = json ? printer([&](std::string_view piece) { lines.take(piece); }) : print;
  if (on) return follow(*path, to);
  print_from(*path, 0, to);
  lines.flush();
  return std::fflush(stdout) == 0 ? 0 : report({"the log cannot be printed"});
}

}  // namespace mentat::command
