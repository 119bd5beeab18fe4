#include "daemons/supervisor/supervisor.h"

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <vector>

#include "rts/node/session_folder.h"

namespace mentat::supervisor {
namespace {

using mmps::mmps_name;
using mmps::shm::unix_socket;
using node::notice;
using node::make_session_folder;
using node::notice_kind;
using node::remove_session_folder;
using node::role;

constexpr int grace_ms = 2000;  // for processes to end by themselves

int open_pidfd(pid_t process) { return static_cast<int>(syscall(SYS_pidfd_open, process, 0)); }

bool tell(unix_socket& whom, notice_kind kind, const mmps_name& about, role what, std::uint32_t cores = 0, const std::string& text = {}) {
  notice packet;
  packet.kind = kind;
  packet.process = about;
  packet.role = what;
  packet.cores = cores;
  packet.set_text(text);
  return whom.send(std::as_bytes(std::span(&packet, 1)));
}

std::string cause_of(pid_t process, int status) {
  const std::string who = "process " + std::to_string(process) + " ";
  if (WIFSIGNALED(status))
    return who + "was ended by signal " + std::to_string(WTERMSIG(status)) + " (" + strsignal(WTERMSIG(status)) + ")";
  return who + "ended with status " + std::to_string(WEXITSTATUS(status));
}

class supervisor_process {
 public:
  supervisor_process(session_options options, member driver, int driver_pidfd)
      : options_(std::move(options)), folder_(driver.folder), driver_name_(driver.self), driver_(std::move(driver.control)),
        driver_pidfd_(driver_pidfd) {}

  int run() {
    for (int ignored : {SIGINT, SIGQUIT, SIGHUP, SIGPIPE}) signal(ignored, SIG_IGN);
    prctl(PR_SET_NAME, "mentat-super");
    start(role::instantiation_manager);
    start(role::token_matching_unit);
    for (unsigned i = 0; i < options_.workers; ++i) start(role::worker);
    while (watch()) {
    }
    end_all();
    remove_session_folder(folder_);
    return 0;
  }

 private:
  struct child {
    mmps_name name;
    pid_t process;
    int pidfd;
    unix_socket control;
    node::role role;
    std::uint32_t cores = 0;
    std::string address{};
    bool ready = false;
  };

  void start(role what) {
    const mmps_name name = mmps_name::of_process(driver_name_.host, driver_name_.incarnation, ++last_number_, 1);
    auto [ours, theirs] = unix_socket::pair();
    const pid_t self = getpid();
    const pid_t made = fork();
    if (made < 0) throw std::system_error(errno, std::generic_category(), "a worker process cannot be started");
    if (made == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != self) _exit(125);
      for (int usual : {SIGINT, SIGQUIT, SIGHUP, SIGPIPE}) signal(usual, SIG_DFL);
      prctl(PR_SET_NAME, what == role::worker ? "mentat-worker" : what == role::instantiation_manager ? "mentat-im" : "mentat-tmu");
      ours = unix_socket();
      driver_ = unix_socket();
      close(driver_pidfd_);
      for (child& other : children_) {
        close(other.pidfd);
        other.control = unix_socket();
      }
      int status = 125;
      try {
        status = options_.process_main({name, what, folder_, std::move(theirs)});
      } catch (const std::exception& error) {
        std::fprintf(stderr, "mentat: a process of the session ends: %s\n", error.what());
      }
      std::fflush(nullptr);
      _exit(status);
    }
    children_.push_back({name, made, open_pidfd(made), std::move(ours), what});
  }

  // False: the session is over.
  bool watch() {
    std::vector<pollfd> watched{{driver_pidfd_, POLLIN, 0}, {driver_.descriptor(), POLLIN, 0}};
    for (const child& one : children_) {
      watched.push_back({one.pidfd, POLLIN, 0});
      watched.push_back({one.control.descriptor(), POLLIN, 0});
    }
    if (poll(watched.data(), watched.size(), -1) < 0) return errno == EINTR;
    if (watched[0].revents != 0) return false;
    if (watched[1].revents != 0 && !hear(driver_, nullptr)) return false;
    const std::size_t count = children_.size();
    std::vector<std::size_t> ended;
    for (std::size_t i = 0; i < count; ++i) {
      if (watched[3 + 2 * i].revents & POLLIN) hear(children_[i].control, &children_[i]);
      if (watched[2 + 2 * i].revents != 0) ended.push_back(i);
    }
    for (auto at = ended.rbegin(); at != ended.rend(); ++at) bury(*at);
    return true;
  }

  // False: the driver says that it is enough, or is gone.
  bool hear(unix_socket& from, child* who) {
    notice packet;
    std::vector<int> descriptors;
    const auto size = from.receive(std::as_writable_bytes(std::span(&packet, 1)), descriptors);
    for (int one : descriptors) close(one);
    if (size != sizeof packet) return who != nullptr;
    if (packet.kind == notice_kind::ready) {
      if (!who) {
        driver_ready_ = true;
        driver_cores_ = packet.cores;
        driver_address_ = packet.get_text();
        for (child& other : children_)
          if (other.ready) tell(other.control, notice_kind::up, driver_name_, role::driver, driver_cores_, driver_address_);
      } else if (!who->ready) {
        who->ready = true;
        who->cores = packet.cores;
        who->address = packet.get_text();
        announce_up(*who);
      }
    }
    if (packet.kind == notice_kind::start && who && who->role == role::instantiation_manager) {
      if (may_start()) start(role::worker);
      else tell(who->control, notice_kind::refused, driver_name_, role::worker);
    }
    return who || packet.kind != notice_kind::enough;
  }

  [[nodiscard]] bool may_start() const {
    const auto workers = std::ranges::count_if(children_, [](const child& one) { return one.role == role::worker; });
    return static_cast<unsigned>(workers) < options_.workers && last_number_ + 1 < mmps_name::most_processes;
  }

  void announce_up(child& fresh) {
    tell(driver_, notice_kind::up, fresh.name, fresh.role, fresh.cores, fresh.address);
    if (driver_ready_) tell(fresh.control, notice_kind::up, driver_name_, role::driver, driver_cores_, driver_address_);
    for (child& other : children_) {
      if (&other == &fresh || !other.ready) continue;
      tell(other.control, notice_kind::up, fresh.name, fresh.role, fresh.cores, fresh.address);
      tell(fresh.control, notice_kind::up, other.name, other.role, other.cores, other.address);
    }
  }

  void bury(std::size_t which) {
    child ended = std::move(children_[which]);
    children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(which));
    int status = 0;
    waitpid(ended.process, &status, 0);
    close(ended.pidfd);
    const std::string cause = cause_of(ended.process, status);
    tell(driver_, notice_kind::down, ended.name, ended.role, 0, cause);
    for (child& other : children_) tell(other.control, notice_kind::down, ended.name, ended.role, 0, cause);
  }

  void end_all() {
    for (child& one : children_) one.control = unix_socket();  // those that still run read the end of the session
    int waited = 0;
    while (!children_.empty()) {
      std::erase_if(children_, [](const child& one) { return waitpid(one.process, nullptr, WNOHANG) != 0; });
      if (children_.empty()) break;
      if (waited >= grace_ms)
        for (const child& one : children_) kill(one.process, SIGKILL);
      std::vector<pollfd> ends;
      for (const child& one : children_) ends.push_back({one.pidfd, POLLIN, 0});
      if (poll(ends.data(), ends.size(), waited >= grace_ms ? -1 : grace_ms) == 0) waited = grace_ms;
    }
  }

  session_options options_;
  const std::string folder_;
  const mmps_name driver_name_;
  unix_socket driver_;
  const int driver_pidfd_;
  std::vector<child> children_;
  std::uint32_t last_number_ = 0;
  std::uint32_t driver_cores_ = 0;
  std::string driver_address_;
  bool driver_ready_ = false;
};

}  // namespace

session start_session(session_options options) {
  const std::string folder = make_session_folder();
  const mmps_name self = mmps_name::of_process(0, 0, 0, 1);
  auto [ours, theirs] = unix_socket::pair();
  const int driver_pidfd = open_pidfd(getpid());
  std::fflush(nullptr);
  const pid_t made = driver_pidfd < 0 ? -1 : fork();
  if (made < 0) {
    const int why = errno;
    remove_session_folder(folder);
    throw std::system_error(why, std::generic_category(), "the supervisor cannot be started");
  }
  if (made == 0) {
    ours = unix_socket();
    int status = 125;
    try {
      status = supervisor_process(std::move(options), {self, role::driver, folder, std::move(theirs)}, driver_pidfd).run();
    } catch (const std::exception& error) {
      std::fprintf(stderr, "mentat: the supervisor ends: %s\n", error.what());
      remove_session_folder(folder);
    }
    _exit(status);
  }
  close(driver_pidfd);
  return {{self, role::driver, folder, std::move(ours)}, made};
}

void end_session(session& of) {
  tell(of.driver.control, notice_kind::enough, of.driver.self, role::driver);
  of.driver.control = unix_socket();
  while (waitpid(of.supervisor, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace mentat::supervisor
