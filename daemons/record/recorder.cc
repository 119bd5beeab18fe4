#include "daemons/record/recorder.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "daemons/record/trace_writer.h"
#include "daemons/supervisor/outlived_signals.h"
#include "mmps/trust/trusted_path.h"

namespace mentat::record {
namespace {

using mmps::trust::descriptor;

constexpr int first_own_descriptor = 3;  // the standard streams are the program's

int moved_up(int descriptor) {
  const int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, first_own_descriptor);
  close(descriptor);
  return moved;
}

// Of the descriptors above the standard streams, it needs only these. -1: it is not there.
void keep_only(std::array<int*, 4> needed) {
  constexpr int first_kept = 1'000;
  int next = first_kept;
  for (int* const one : needed) {
    if (*one < 0) continue;
    const int moved = fcntl(*one, F_DUPFD_CLOEXEC, next);
    if (moved != next) return;  // ulimit -n: the others stay open
    *one = moved;
    ++next;
  }
  close_range(first_own_descriptor, first_kept - 1, 0);
  close_range(static_cast<unsigned>(next), ~0u, 0);
}

[[noreturn]] void run(trace_writer::options chosen, int line, int program) {
  supervisor::outlived_signals().ignore();
  prctl(PR_SET_NAME, "mentat-record");
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
  keep_only({&chosen.file, &line, &program, &chosen.parts});
  trace_writer(chosen, *rings()).run(line, program);
  _exit(0);
}

// Where the recorder writes, and its line to the daemon of its host.
struct outlets {
  descriptor file, parts, of_daemon;
};

tl::expected<outlets, std::string> open_outlets(const recorder::options& chosen) {
  outlets made;
  if (chosen.at == recorder::place::other_host) {
    std::array<int, 2> pipe{};
    if (pipe2(pipe.data(), O_CLOEXEC) != 0)
      return tl::unexpected(std::string("record: no pipe: ") + std::strerror(errno));
    made.of_daemon = descriptor(moved_up(pipe[0]));
    made.file = descriptor(moved_up(pipe[1]));
    return made;
  }
  const auto opened = mmps::trust::open_for_writing(chosen.file);
  if (!opened) return tl::unexpected("record_file: " + opened.error());
  made.file = descriptor(moved_up(*opened));
  if (chosen.at == recorder::place::alone) return made;
  std::array<int, 2> pair{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair.data()) != 0)
    return tl::unexpected(std::string("record: no socket: ") + std::strerror(errno));
  made.of_daemon = descriptor(moved_up(pair[0]));
  made.parts = descriptor(moved_up(pair[1]));
  return made;
}

}  // namespace

tl::expected<void, std::string> recorder::begin(const options& chosen) {
  outlets to;
  if (!chosen.file.empty()) {
    auto opened = open_outlets(chosen);
    if (!opened) return tl::unexpected(opened.error());
    to = std::move(*opened);
  }
  if (!map_rings(chosen.level))
    return tl::unexpected("record: there is no memory for it (" +
                          std::to_string(sizeof(shared_rings) >> 20) + " MiB; ulimit -v)");
  if (!to.file.is_open()) return {};
  // No pipe: if the recorder was killed, the program must not get SIGPIPE.
  std::array<int, 2> pair{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()) != 0) {
    unmap_rings();
    return tl::unexpected(std::string("record: no socket: ") + std::strerror(errno));
  }
  const int ours = moved_up(pair[1]), theirs = moved_up(pair[0]);
  const descriptor program(static_cast<int>(syscall(SYS_pidfd_open, getpid(), 0)));
  owner_ = getpid();
  // Readers wait for it until the recorder, which inherits it, has ended; pipes have none.
  flock(to.file.get(), LOCK_EX | LOCK_NB);
  process_ = fork();
  if (process_ == 0) {
    close(ours);
    run({.file = to.file.get(),
         .path = chosen.file,
         .mode = chosen.mode,
         .workers = chosen.workers,
         .program = owner_,
         .parts = to.parts.get(),
         .is_part = chosen.at == place::other_host},
        theirs, program.get());
  }
  close(theirs);
  line_ = ours;
  of_daemon_ = std::move(to.of_daemon);
  if (process_ > 0) return {};
  process_ = 0;
  unmap_rings();
  return tl::unexpected(std::string("record: no process for it: ") + std::strerror(errno));
}

recorder::~recorder() {
  if (getpid() != owner_ || process_ == 0) return;
  of_daemon_ = descriptor();
  const char over = 1;
  while (send(line_, &over, 1, MSG_NOSIGNAL) < 0 && errno == EINTR) {
  }
  close(line_);
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace mentat::record
