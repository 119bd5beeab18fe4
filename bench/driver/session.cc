#include "bench/driver/session.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace mentat::bench {
namespace {

// Prints the address, or in a line without it the reason of a failure; then waits until the other
// end is closed.
constexpr const char* keeping = R"sh(
trap '' HUP INT TERM
unset MENTAT_ADDRESS MENTAT_MODE
folder=$(mktemp -d /tmp/mentat-bench-XXXXXX) || exit
export XDG_RUNTIME_DIR=$folder/run XDG_CONFIG_HOME=$folder/keys XDG_STATE_HOME=$folder/state
mkdir -m 700 "$folder/run"
{
  "$0" start --session bench_a --listen tcp://127.0.0.1 &&
    "$0" invite --session bench_a 2>/dev/null >"$folder/invitation" &&
    "$0" start --session bench_b --listen tcp://127.0.0.1 --join - <"$folder/invitation"
} >"$folder/said" 2>&1 && echo "up $folder/run/mentat/bench_a" ||
  echo "no session of hosts: $(tail -n 1 "$folder/said")"
read -r gone
"$0" stop --session bench_a --all >/dev/null 2>&1
rm -rf "$folder"
)sh";

std::string read_line(int from) {
  std::string line;
  for (char c; read(from, &c, 1) == 1 && c != '\n';) line += c;
  return line;
}

}  // namespace

private_session::private_session(const std::string& command) {
  if (access(command.c_str(), X_OK) != 0) {
    why_not_ = command + ": " + std::strerror(errno);
    return;
  }
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    why_not_ = std::string("no pair of sockets: ") + std::strerror(errno);
    return;
  }
  keeper_ = fork();
  if (keeper_ == 0) {
    setsid();  // Ctrl-C is for the benchmarks only
    dup2(ends[1], STDIN_FILENO);
    dup2(ends[1], STDOUT_FILENO);
    execl("/bin/sh", "sh", "-c", keeping, command.c_str(), nullptr);
    _exit(1);
  }
  ours_ = ends[0];
  close(ends[1]);
  const std::string said = read_line(ours_);
  if (said.rfind("up ", 0) == 0)
    address_ = said.substr(3);
  else
    why_not_ = said.empty() ? "no session of hosts could be started" : said;
}

private_session::~private_session() {
  if (ours_ < 0) return;
  close(ours_);
  waitpid(keeper_, nullptr, 0);
}

}  // namespace mentat::bench
