#include "daemons/record/recorder.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/prctl.h>
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

constexpr int first_own_descriptor = 3;  // the standard streams are the program's

int moved_up(int descriptor) {
  const int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, first_own_descriptor);
  close(descriptor);
  return moved;
}

// Of the descriptors above the standard streams, it needs only these three.
void keep_only(std::array<int*, 3> needed) {
  for (std::size_t i = 0; i < needed.size(); ++i) {
    const int target = 1'000 + static_cast<int>(i);
    const int moved = fcntl(*needed[i], F_DUPFD_CLOEXEC, target);
    if (moved < 0) return;  // ulimit -n: the others stay open
    *needed[i] = moved;
  }
  for (std::size_t i = 1; i < needed.size(); ++i)
    if (*needed[i] != *needed[i - 1] + 1) return;
  close_range(first_own_descriptor, static_cast<unsigned>(*needed.front()) - 1, 0);
  close_range(static_cast<unsigned>(*needed.back()) + 1, ~0u, 0);
}

[[noreturn]] void run(trace_writer::options chosen, int line, int program) {
  supervisor::outlived_signals().ignore();
  prctl(PR_SET_NAME, "mentat-record");
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
  keep_only({&chosen.file, &line, &program});
  trace_writer(chosen, *rings()).run(line, program);
  _exit(0);
}

}  // namespace

tl::expected<void, std::string> recorder::begin(const options& chosen) {
  int file = -1;
  if (!chosen.file.empty()) {
    const auto opened = mmps::trust::open_for_writing(chosen.file);
    if (!opened) return tl::unexpected("record_file: " + opened.error());
    file = moved_up(*opened);
  }
  if (!map_rings(chosen.level)) {
    close(file);
    return tl::unexpected("record: there is no memory for it (" +
                          std::to_string(sizeof(shared_rings) >> 20) + " MiB; ulimit -v)");
  }
  if (file < 0) return {};
  std::array<int, 2> pipe{};
  if (pipe2(pipe.data(), O_CLOEXEC) != 0) {
    unmap_rings();
    close(file);
    return tl::unexpected(std::string("record: no pipe: ") + std::strerror(errno));
  }
  const int ours = moved_up(pipe[1]), theirs = moved_up(pipe[0]);
  const int program = static_cast<int>(syscall(SYS_pidfd_open, getpid(), 0));
  owner_ = getpid();
  // Readers wait for it until the recorder, which inherits it, has ended; pipes have none.
  flock(file, LOCK_EX | LOCK_NB);
  process_ = fork();
  if (process_ == 0) {
    close(ours);
    run({.file = file,
         .path = chosen.file,
         .mode = chosen.mode,
         .workers = chosen.workers,
         .program = owner_},
        theirs, program);
  }
  close(program);
  close(theirs);
  close(file);
  line_ = ours;
  if (process_ > 0) return {};
  process_ = 0;
  unmap_rings();
  return tl::unexpected(std::string("record: no process for it: ") + std::strerror(errno));
}

recorder::~recorder() {
  if (getpid() != owner_ || process_ == 0) return;
  const char over = 1;
  while (write(line_, &over, 1) < 0 && errno == EINTR) {
  }
  close(line_);
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace mentat::record
