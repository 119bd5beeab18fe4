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
#include <optional>
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

notice news_of(notice_kind kind, const mmps_name& about, role what, std::uint32_t cores = 0, const std::string& text = {}) {
  notice news;
  news.kind = kind;
  news.process = about;
  news.role = what;
  news.cores = cores;
  news.set_text(text);
  return news;
}

bool tell(unix_socket& whom, const notice& news) { return whom.send(std::as_bytes(std::span(&news, 1))); }

const char* name_of(role what) {
  switch (what) {
    case role::driver: return "driver";
    case role::instantiation_manager: return "instantiation manager";
    case role::token_matching_unit: return "token-matching unit";
    case role::worker: return "worker";
  }
  return "process";
}

std::string cause_of(pid_t process, int status) {
  const std::string who = "process " + std::to_string(process) + " ";
  if (WIFSIGNALED(status))
    return who + "was ended by signal " + std::to_string(WTERMSIG(status)) + " (" + strsignal(WTERMSIG(status)) + ")";
  return who + "ended with status " + std::to_string(WEXITSTATUS(status));
}

class supervisor_process {
 public:
  // Without a driver: a branch.
  supervisor_process(session_options options, std::string folder, unix_socket driver, int driver_pidfd)
      : options_(std::move(options)), folder_(std::move(folder)),
        driver_name_(mmps_name::of_process(options_.host, options_.incarnation, 0, 1)), driver_(std::move(driver)),
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
    notice up{};  // as everybody hears it
    bool ready = false;
  };

  void start(role what) {
    const mmps_name name = mmps_name::of_process(options_.host, options_.incarnation, ++last_number_, 1);
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
      options_.to_hosts = uplink();
      if (driver_pidfd_ >= 0) close(driver_pidfd_);
      for (child& other : children_) {
        close(other.pidfd);
        other.control = unix_socket();
      }
      int status = 125;
      try {
        status = options_.process_main({name, what, folder_, std::move(theirs), options_.network, options_.driver});
      } catch (const std::exception& error) {
        std::fprintf(stderr, "mentat: a process of the session ends: %s\n", error.what());
      }
      std::fflush(nullptr);
      _exit(status);
    }
    children_.push_back({name, made, open_pidfd(made), std::move(ours), what});
  }

  [[nodiscard]] bool is_branch() const { return driver_pidfd_ < 0; }

  // False: the session is over.
  bool watch() {
    // What is not there is -1, and poll() passes it over.
    std::vector<pollfd> watched{
        {driver_pidfd_, POLLIN, 0}, {driver_.descriptor(), POLLIN, 0}, {options_.to_hosts.descriptor(), POLLIN, 0}};
    for (const child& one : children_) {
      watched.push_back({one.pidfd, POLLIN, 0});
      watched.push_back({one.control.descriptor(), POLLIN, 0});
    }
    if (poll(watched.data(), watched.size(), -1) < 0) return errno == EINTR;
    if (watched[0].revents != 0) return false;
    if (watched[1].revents != 0 && !hear(driver_, nullptr)) return false;
    if (watched[2].revents != 0 && !hear_hosts()) return false;
    const std::size_t count = children_.size();
    std::vector<std::size_t> ended;
    for (std::size_t i = 0; i < count; ++i) {
      if (watched[4 + 2 * i].revents & POLLIN) hear(children_[i].control, &children_[i]);
      if (watched[3 + 2 * i].revents != 0) ended.push_back(i);
    }
    for (auto at = ended.rbegin(); at != ended.rend(); ++at)
      if (!bury(*at)) return false;
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
      if (!who && !driver_up_) {
        driver_up_ = news_of(notice_kind::up, driver_name_, role::driver, packet.cores, packet.get_text());
        announce(*driver_up_, driver_);
      } else if (who && !who->ready) {
        who->ready = true;
        who->up = news_of(notice_kind::up, who->name, who->role, packet.cores, packet.get_text());
        announce(who->up, who->control);
      }
    }
    if (packet.kind == notice_kind::start && who && who->role == role::instantiation_manager) {
      if (may_start()) start(role::worker);
      else tell(who->control, news_of(notice_kind::refused, driver_name_, role::worker));
    }
    return who || packet.kind != notice_kind::enough;
  }

  [[nodiscard]] bool may_start() const {
    const auto workers = std::ranges::count_if(children_, [](const child& one) { return one.role == role::worker; });
    return static_cast<unsigned>(workers) < options_.workers && last_number_ + 1 < mmps_name::most_processes;
  }

  // Everybody hears of the new one, and the new one of everybody.
  void announce(const notice& fresh, unix_socket& to_fresh) {
    for (child& other : children_) {
      if (!other.ready || other.name == fresh.process) continue;
      tell(other.control, fresh);
      tell(to_fresh, other.up);
    }
    for (const notice& other : options_.to_hosts.known()) tell(to_fresh, other);
    if (driver_up_ && driver_up_->process != fresh.process) {
      tell(driver_, fresh);
      tell(to_fresh, *driver_up_);
    }
    options_.to_hosts.say(fresh);
  }

  // The driver last: what it then does finds the others knowing it.
  void tell_here(const notice& news) {
    for (child& other : children_)
      if (other.ready) tell(other.control, news);
    if (driver_up_ || news.kind == notice_kind::down) tell(driver_, news);  // it counts those that were to come
  }

  // False: the daemon of this host has ended.
  bool hear_hosts() {
    const auto news = options_.to_hosts.hear();
    if (!news) {
      if (!is_branch()) tell(driver_, news_of(notice_kind::enough, driver_name_, role::driver, 0, options_.to_hosts.why()));
      return false;
    }
    for (const notice& one : *news) tell_here(one);
    return true;
  }

  // False: the branch cannot go on without it.
  bool bury(std::size_t which) {
    child ended = std::move(children_[which]);
    children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(which));
    int status = 0;
    waitpid(ended.process, &status, 0);
    close(ended.pidfd);
    std::string cause = cause_of(ended.process, status);
    const bool end = is_branch() && ended.role != role::worker;
    if (end) cause = std::string("the ") + name_of(ended.role) + " of its host has ended (" + cause + "), and with it what ran there";
    say_down(ended, cause);
    if (!end) return true;
    std::fprintf(stderr, "mentat: this host leaves the program: %s\n", cause.c_str());
    for (const child& other : children_) say_down(other, cause);
    return false;
  }

  void say_down(const child& ended, const std::string& cause) {
    const notice down = news_of(notice_kind::down, ended.name, ended.role, 0, cause);
    tell_here(down);
    options_.to_hosts.say(down);
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
  std::optional<notice> driver_up_;
};

}  // namespace

session start_session(session_options options) {
  const std::string folder = make_session_folder();
  const mmps_name self = mmps_name::of_process(options.host, options.incarnation, 0, 1);
  node::network_options network = options.network;
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
      status = supervisor_process(std::move(options), folder, std::move(theirs), driver_pidfd).run();
    } catch (const std::exception& error) {
      std::fprintf(stderr, "mentat: the supervisor ends: %s\n", error.what());
      remove_session_folder(folder);
    }
    _exit(status);
  }
  close(driver_pidfd);
  return {{self, role::driver, folder, std::move(ours), std::move(network), {}}, made};
}

int run_branch(session_options options) {
  const std::string folder = make_session_folder();
  try {
    return supervisor_process(std::move(options), folder, {}, -1).run();
  } catch (...) {
    remove_session_folder(folder);
    throw;
  }
}

void end_session(session& of) {
  tell(of.driver.control, news_of(notice_kind::enough, of.driver.self, role::driver));
  of.driver.control = unix_socket();
  while (waitpid(of.supervisor, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace mentat::supervisor
