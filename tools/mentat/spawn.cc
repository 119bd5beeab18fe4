#include "tools/mentat/spawn.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "mmps/base/clock.h"

extern char** environ;

namespace mentat::command {

expected<pipe_ends> make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    return fail(std::string("cannot make a pipe: ") + std::strerror(errno));
  return pipe_ends{mmps::trust::descriptor(ends[0]), mmps::trust::descriptor(ends[1])};
}

// SIGHUP stays ignored below nohup.
int spawn(const spawned& what, pid_t& made) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (std::size_t i = 0; i < what.streams.size(); ++i)
    if (what.streams[i] >= 0)
      posix_spawn_file_actions_adddup2(&actions, what.streams[i], static_cast<int>(i));
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t usual, none;
  sigemptyset(&none);
  sigemptyset(&usual);
  for (const int one : {SIGINT, SIGTERM, SIGPIPE}) sigaddset(&usual, one);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setpgroup(&attributes, 0);
  const int group = what.has_own_group ? POSIX_SPAWN_SETPGROUP : 0;
  posix_spawnattr_setflags(
      &attributes, static_cast<short>(group | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK));
  std::vector<char*> arguments;
  for (const std::string& word : what.words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const int why =
      posix_spawnp(&made, arguments.front(), &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return why;
}

expected<mmps::trust::descriptor> watch_end(pid_t child) {
  mmps::trust::descriptor end(static_cast<int>(::syscall(SYS_pidfd_open, child, 0)));
  if (!end.is_open())
    return fail(std::string("a process cannot be watched (pidfd_open): ") + std::strerror(errno));
  return end;
}

bool has_living_process(pid_t group) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
    const std::string name = entry.path().filename();
    if (std::isdigit(static_cast<unsigned char>(name[0])) == 0) continue;
    std::ifstream file(entry.path() / "stat");
    std::string text;
    std::getline(file, text);
    // "12 (a name) S parent group": the name may have anything in it.
    std::istringstream rest(text.substr(std::min(text.size(), text.rfind(')') + 1)));
    char state = 0;
    pid_t parent = 0, of = 0;
    if (rest >> state >> parent >> of && of == group && state != 'Z' && state != 'X') return true;
  }
  return false;
}

bool ends_within(int watched, base::duration longest) {
  const base::instant last = base::machine_clock().now() + longest;
  for (;;) {
    pollfd item{watched, POLLIN, 0};
    const auto left = std::max<base::duration>(0, last - base::machine_clock().now());
    const int polled = ::poll(&item, 1, static_cast<int>(left / base::millisecond));
    if (polled >= 0 || errno != EINTR) return polled > 0;
  }
}

}  // namespace mentat::command
