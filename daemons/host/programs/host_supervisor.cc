#include "daemons/host/programs/host_supervisor.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "daemons/host/programs/executables.h"
#include "daemons/host/programs/starter_packet.h"
#include "mmps/base/fixed_limits.h"

extern char** environ;

namespace mentat::host {
namespace {

using mmps::shm::unix_socket;

constexpr int branch_socket = 3;  // the number that a branch expects
constexpr auto branches_end_within = std::chrono::milliseconds(500);  // then they are killed
constexpr std::size_t max_branches = fixed::branches.value;

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status))
    return "was ended by signal " + std::to_string(WTERMSIG(status)) + " (" +
           strsignal(WTERMSIG(status)) + ")";
  return "ended with status " + std::to_string(WEXITSTATUS(status));
}

// The daemon's own environment without the settings of the user's programs. MENTAT_CORES and
// MENTAT_ENDS are limits of this host, not of a program.
std::vector<char*> branch_environment() {
  static char branch[] = "MENTAT_BRANCH=3";
  std::vector<char*> kept;
  for (char** at = environ; *at; ++at)
    if (std::strncmp(*at, "MENTAT_", 7) != 0 || std::strncmp(*at, "MENTAT_CORES=", 13) == 0 ||
        std::strncmp(*at, "MENTAT_ENDS=", 12) == 0)
      kept.push_back(*at);
  kept.push_back(branch);
  kept.push_back(nullptr);
  return kept;
}

// In the child: becomes the executable. Returns only on failure.
int become(int executable, int socket, int output) {
  // Moves descriptors away from the numbers that they are to have.
  const int content = fcntl(executable, F_DUPFD_CLOEXEC, 10);
  const int uplink = fcntl(socket, F_DUPFD_CLOEXEC, 10);
  const int printed = fcntl(output, F_DUPFD_CLOEXEC, 10);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (content < 0 || uplink < 0 || printed < 0 || nothing < 0) return errno;
  if (dup2(nothing, 0) < 0 || dup2(printed, 1) < 0 || dup2(printed, 2) < 0 ||
      dup2(uplink, branch_socket) < 0)
    return errno;
  if (chdir("/") != 0) return errno;
  char name[] = "mentat-branch";
  char* arguments[] = {name, nullptr};
  std::vector<char*> environment = branch_environment();
  fexecve(content, arguments, environment.data());
  return errno;
}

pid_t signalled_supervisor = 0;

void pass_signal(int number) {
  const int kept = errno;
  kill(signalled_supervisor, number);
  errno = kept;
}

// In the daemon: the supervisor decides, whichever of the two gets them.
void pass_signals_to(pid_t supervisor) {
  signalled_supervisor = supervisor;
  struct sigaction action{};
  action.sa_handler = pass_signal;
  action.sa_flags = SA_RESTART;
  for (const int one : {SIGINT, SIGTERM}) sigaction(one, &action, nullptr);
}

class supervisor {
 public:
  explicit supervisor(host_log& log) : log_(log) {}

  int run(const std::function<int(unix_socket)>& daemon_main) {
    for (const int ignored : {SIGHUP, SIGPIPE, SIGQUIT}) signal(ignored, SIG_IGN);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    sigset_t watched;
    sigemptyset(&watched);
    for (const int one : {SIGINT, SIGTERM, SIGCHLD}) sigaddset(&watched, one);
    sigprocmask(SIG_BLOCK, &watched, nullptr);
    signals_ = descriptor(signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK));
    if (!signals_.is_open())
      throw std::system_error(errno, std::generic_category(), "signals cannot be read");
    start_daemon(daemon_main);
    prctl(PR_SET_NAME, "mentat-hostsup");
    while (!daemon_status_) watch();
    log_.write("the daemon " + how_it_ended(*daemon_status_) + "; everything of this host ends");
    end_all();
    return WIFEXITED(*daemon_status_) ? WEXITSTATUS(*daemon_status_) : 1;
  }

 private:
  struct branch {
    std::uint32_t number;
    pid_t process;
    std::string cause{};  // set when it has ended, while processes that it left still run
  };

  void start_daemon(const std::function<int(unix_socket)>& daemon_main) {
    auto [ours, theirs] = unix_socket::pair();
    const pid_t self = getpid();
    daemon_ = fork();
    if (daemon_ < 0)
      throw std::system_error(errno, std::generic_category(), "the daemon cannot be started");
    if (daemon_ == 0) {
      receive_all_signals();
      ours = unix_socket();
      signals_ = descriptor();
      prctl(PR_SET_NAME, "mentat-host");
      pass_signals_to(self);
      int status = 1;
      try {
        status = daemon_main(std::move(theirs));
      } catch (const std::exception& error) {
        log_.write(std::string("the daemon ends: ") + error.what());
      }
      _exit(status);
    }
    daemon_socket_ = std::move(ours);
  }

  static void receive_all_signals() {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
  }
  static void into_child(pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    receive_all_signals();
  }

  void watch() {
    pollfd items[] = {{signals_.get(), POLLIN, 0}, {daemon_socket_.descriptor(), POLLIN, 0}};
    const nfds_t count = daemon_socket_.open() ? 2 : 1;
    if (poll(items, count, -1) < 0) return;
    if (items[0].revents != 0) read_signals();
    if (count == 2 && items[1].revents != 0) hear_daemon();
    reap();
  }

  void read_signals() {
    signalfd_siginfo one{};
    while (read(signals_.get(), &one, sizeof one) == sizeof one)
      if (one.ssi_signo != SIGCHLD)
        tell(starter_packet_kind::stop, 0, strsignal(static_cast<int>(one.ssi_signo)),
             static_cast<pid_t>(one.ssi_signo));
  }

  void tell(starter_packet_kind kind, std::uint32_t branch, const std::string& text,
            pid_t process = 0) {
    starter_packet packet;
    packet.kind = kind;
    packet.branch = branch;
    packet.process = process;
    packet.set_text(text);
    if (daemon_socket_.open()) daemon_socket_.send(std::as_bytes(std::span(&packet, 1)));
  }

  void hear_daemon() {
    starter_packet packet;
    std::vector<int> numbers;
    const auto size =
        daemon_socket_.receive(std::as_writable_bytes(std::span(&packet, 1)), numbers);
    std::vector<descriptor> given;
    for (const int one : numbers) given.emplace_back(one);
    if (size != sizeof packet) {
      daemon_socket_ = unix_socket();  // the daemon ends; its pid reports it
      return;
    }
    if (packet.kind == starter_packet_kind::start) start_branch(packet.branch, given);
    if (packet.kind == starter_packet_kind::end)
      for (const branch& one : branches_)
        if (one.number == packet.branch && one.cause.empty()) kill(one.process, SIGKILL);
  }

  void start_branch(std::uint32_t number, const std::vector<descriptor>& given) {
    if (given.size() != 3)
      return tell(starter_packet_kind::refused, number, "no executable came with the request");
    if (branches_.size() >= max_branches)
      return tell(starter_packet_kind::refused, number,
                  "fixed.branches: " + std::to_string(max_branches) + " run here");
    int report[2];
    if (pipe2(report, O_CLOEXEC) != 0)
      return tell(starter_packet_kind::refused, number, std::strerror(errno));
    const descriptor reads(report[0]);
    descriptor writes(report[1]);
    const pid_t self = getpid();
    const pid_t made = fork();
    if (made == 0) {
      into_child(self);
      setsid();
      for (const int usual : {SIGHUP, SIGPIPE, SIGQUIT}) signal(usual, SIG_DFL);
      // A batch system signals all processes of a host; the host then leaves in order.
      for (const int ignored : {SIGINT, SIGTERM}) signal(ignored, SIG_IGN);
      const int why = become(given[0].get(), given[1].get(), given[2].get());
      [[maybe_unused]] const auto told = write(writes.get(), &why, sizeof why);
      _exit(127);
    }
    if (made < 0)
      return tell(starter_packet_kind::refused, number,
                  std::string("no process can be started: ") + std::strerror(errno));
    writes = descriptor();
    // The pipe closes when the executable runs.
    int why = 0;
    ssize_t count = 0;
    do count = read(reads.get(), &why, sizeof why);
    while (count < 0 && errno == EINTR);
    if (count == sizeof why) {
      waitpid(made, nullptr, 0);
      return tell(starter_packet_kind::refused, number,
                  std::string("it cannot be executed here: ") + std::strerror(why));
    }
    branches_.push_back({number, made});
    tell(starter_packet_kind::started, number, {}, made);
  }

  // Collects children that have ended, and ends the processes that they left.
  void reap() {
    int status = 0;
    for (pid_t ended = 0; (ended = waitpid(-1, &status, WNOHANG)) > 0;) {
      if (ended == daemon_) daemon_status_ = status;
      for (branch& one : branches_)
        if (one.process == ended)
          one.cause = "process " + std::to_string(ended) + " " + how_it_ended(status);
    }
    if (end_orphans() > 0) return;  // SIGCHLD arrives again
    std::erase_if(branches_, [&](const branch& one) {
      if (!one.cause.empty()) tell(starter_packet_kind::ended, one.number, one.cause);
      return !one.cause.empty();
    });
  }

  // Ends children that this process has not started: they have lost their parent. Returns their
  // number.
  std::size_t end_orphans() const {
    const std::string path = "/proc/self/task/" + std::to_string(getpid()) + "/children";
    std::FILE* list = std::fopen(path.c_str(), "re");
    std::size_t orphans = 0;
    for (int child = 0; list && std::fscanf(list, "%d", &child) == 1;) {
      const bool known = child == daemon_ || std::ranges::any_of(branches_, [&](const branch& one) {
                           return one.process == child;
                         });
      if (known) continue;
      kill(child, SIGKILL);
      ++orphans;
    }
    if (list) std::fclose(list);
    return orphans;
  }

  // A branch whose daemon has ended removes its own folder and ends.
  void wait_for_branches() {
    using clock = std::chrono::steady_clock;
    const auto last = clock::now() + branches_end_within;
    while (!branches_.empty()) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(last - clock::now()).count();
      pollfd item{signals_.get(), POLLIN, 0};
      if (left <= 0) return;
      poll(&item, 1, static_cast<int>(left));
      read_signals();
      reap();
    }
  }

  void end_all() {
    wait_for_branches();
    for (const branch& one : branches_)
      if (one.cause.empty()) kill(one.process, SIGKILL);
    daemon_ = -1;
    branches_.clear();
    // Repeats until there is no child: each end may leave orphans.
    while (end_orphans() > 0)
      while (waitpid(-1, nullptr, 0) < 0 && errno == EINTR) {
      }
    while (waitpid(-1, nullptr, 0) > 0 || errno == EINTR) {
    }
  }

  host_log& log_;
  descriptor signals_;
  unix_socket daemon_socket_;
  pid_t daemon_ = -1;
  std::optional<int> daemon_status_;
  std::vector<branch> branches_;
};

}  // namespace

int run_supervisor(host_log& log, const std::function<int(unix_socket)>& daemon_main) {
  return supervisor(log).run(daemon_main);
}

}  // namespace mentat::host
