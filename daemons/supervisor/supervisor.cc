#include "daemons/supervisor/supervisor.h"

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <optional>
#include <system_error>
#include <vector>

#include "daemons/supervisor/cause_of_end.h"
#include "daemons/supervisor/child_page.h"
#include "daemons/supervisor/control_line.h"
#include "daemons/supervisor/news_of.h"
#include "daemons/supervisor/outlived_signals.h"
#include "daemons/supervisor/process_name.h"
#include "daemons/supervisor/process_numbers.h"
#include "daemons/supervisor/replaced_units.h"
#include "daemons/supervisor/traced.h"
#include "mmps/shm/shm_transport.h"
#include "rts/config/log.h"
#include "rts/record/shared_rings.h"
#include "rts/session/endpoint/endpoint.h"
#include "rts/session/observer/observer_door.h"
#include "rts/session/observer/session_folder.h"

namespace mentat::supervisor {
namespace {

using mmps::mmps_name;
using mmps::shm::unix_socket;
using node::make_session_folder;
using node::notice;
using node::notice_kind;
using node::remove_session_folder;
using node::role;
using std::chrono::steady_clock;

constexpr int grace_ms = 2000;  // for processes to end by themselves
// Time for the end of a process to be seen, after its line or its socket has closed.
constexpr auto ends_within = std::chrono::seconds(1);

int open_pidfd(pid_t process) { return static_cast<int>(syscall(SYS_pidfd_open, process, 0)); }

// A process without which others cannot continue, unless it turns out that it was just ending.
struct fault {
  std::string why;
  steady_clock::time_point since = steady_clock::now();

  [[nodiscard]] bool is_ripe() const { return steady_clock::now() >= since + ends_within; }
};

class supervisor_process {
 public:
  // Without a driver: a branch.
  supervisor_process(session_options options, std::string folder, unix_socket driver,
                     int driver_pidfd)
      : options_(std::move(options)),
        folder_(std::move(folder)),
        driver_name_(mmps_name::of_process(options_.host, options_.incarnation, 0, 1)),
        driver_(std::move(driver)),
        driver_pidfd_(driver_pidfd),
        driver_process_(getppid()),
        names_(driver_name_) {}

  int run() {
    signals_.ignore();
    prctl(PR_SET_NAME, "mentat-super");
    const bool started = start_all();
    while (started && watch()) {
    }
    end_all();
    remove_session_folder(folder_);
    return started ? 0 : 125;
  }

 private:
  struct child {
    mmps_name name;
    pid_t process;
    int pidfd;
    control_line control;
    node::role role;
    notice up{};  // as everybody hears it
    bool ready = false;
    bool has_left = false;  // it has announced that it ends on request
    bool mute = false;      // its line is closed
    std::optional<fault> at_fault{};
    std::string ended_by_us{};  // the reason, if this process ended it
    child_page page{};
  };

  // A session begins with all its processes, or not at all. False: the cause has been printed. The
  // processes that have begun end before they complain, too.
  bool start_all() try {
    start(role::instantiation_manager);
    start(role::token_matching_unit);
    for (unsigned i = 0; i < options_.workers; ++i) start(role::worker);
    return true;
  } catch (const std::system_error& error) {
    for (const child& one : children_) kill(one.process, SIGKILL);
    const std::string why = "the processes of the program cannot be started: ";
    if (is_branch())
      node::log_error(why + error.what());
    else
      leave_driver(why + error.what());
    return false;
  }

  // The folder stays until the driver has printed why: it may be about to open its socket there.
  void leave_driver(const std::string& why) {
    tell_end(why);
    shutdown(driver_.socket().descriptor(), SHUT_WR);
    std::array<pollfd, 2> gone{{{driver_pidfd_, POLLIN, 0}, {driver_.socket().descriptor(), 0, 0}}};
    poll(gone.data(), gone.size(), grace_ms);
  }

  void start(role what) {
    const mmps_name name = names_.new_name(what);
    auto [ours, theirs] = unix_socket::pair();
    const pid_t self = getpid();
    const pid_t made = fork();
    if (made < 0)
      throw std::system_error(errno, std::generic_category(),
                              "a process cannot be started (ulimit -u)");
    if (made == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != self) _exit(125);
      signals_.restore();
      // It asks the program for a report (rts/session/observer/observer.h); the two daemons have
      // none.
      if (what == role::instantiation_manager || what == role::token_matching_unit)
        signal(SIGQUIT, SIG_IGN);
      if (is_branch()) setpgid(0, group_);
      prctl(PR_SET_NAME, process_name_of(what));
      ours = unix_socket();
      driver_ = control_line();
      options_.to_hosts = uplink();
      if (driver_pidfd_ >= 0) close(driver_pidfd_);
      for (child& other : children_) {
        close(other.pidfd);
        other.control = control_line();
      }
      int status = 125;
      try {
        status = options_.process_main(
            {name, what, folder_, std::move(theirs), options_.network, options_.driver});
      } catch (const std::exception& error) {
        node::log_error(std::string("a process of the session ends: ") + error.what());
      }
      std::fflush(nullptr);
      _exit(status);
    }
    if (is_branch()) {
      if (group_ == 0) group_ = made;
      setpgid(made, group_);  // the child does the same: either may be first
    }
    const int watched = open_pidfd(made);
    if (watched < 0) {  // its end would not be seen
      const int why = errno;
      kill(made, SIGKILL);
      waitpid(made, nullptr, 0);
      throw std::system_error(why, std::generic_category(), "a process cannot be watched");
    }
    children_.push_back({name, made, watched, control_line(std::move(ours)), what});
  }

  [[nodiscard]] bool is_branch() const { return driver_pidfd_ < 0; }

  // Returns false when the session is over.
  bool watch() {
    // A descriptor that is not there is -1, and poll() passes it over.
    std::vector<pollfd> watched{{driver_pidfd_, POLLIN, 0},
                                {driver_.socket().descriptor(), driver_.wanted(), 0},
                                {options_.to_hosts.descriptor(), POLLIN, 0}};
    for (const child& one : children_) {
      watched.push_back({one.pidfd, POLLIN, 0});
      const int line = one.mute ? -1 : one.control.socket().descriptor();
      watched.push_back({line, one.control.wanted(), 0});
    }
    if (poll(watched.data(), watched.size(), until_next_fault_is_ripe()) < 0) return errno == EINTR;
    if (watched[0].revents != 0) return false;
    if (watched[1].revents & POLLOUT) driver_.go_on();
    if ((watched[1].revents & ~POLLOUT) != 0 && !hear(driver_.socket(), nullptr)) return false;
    if (watched[2].revents != 0 && !hear_hosts()) return false;
    const std::size_t count = children_.size();
    std::vector<std::size_t> ended;
    for (std::size_t i = 0; i < count; ++i) {
      if (watched[4 + 2 * i].revents & POLLOUT) children_[i].control.go_on();
      if (watched[4 + 2 * i].revents & POLLIN &&
          !hear(children_[i].control.socket(), &children_[i])) {
        children_[i].mute = true;
        note_fault(children_[i],
                   "had lost its line to the session: a member function closed descriptors that it "
                   "had not opened");
      }
      if (watched[3 + 2 * i].revents != 0) ended.push_back(i);
    }
    for (auto at = ended.rbegin(); at != ended.rend(); ++at)
      if (!bury(*at)) return false;
    end_at_fault();
    return end_overrun() && !has_drained();
  }

  // A host that is being drained takes part until its last worker and object have ended.
  [[nodiscard]] bool has_drained() const {
    return options_.to_hosts.is_drained_here() &&
           std::ranges::none_of(children_, [](const child& one) {
             return one.role == role::worker || one.role == role::object;
           });
  }

  // A process that ends closes its line and its socket first. If it lives on without them, its
  // descriptors were closed by force.
  static void note_fault(child& one, const std::string& why) {
    if (!one.at_fault) one.at_fault = fault{why};
  }
  [[nodiscard]] int until_next_fault_is_ripe() const {
    std::optional<steady_clock::time_point> first;
    const auto look_at = [&](const std::optional<fault>& one) {
      if (one) first = std::min(first.value_or(one->since), one->since);
    };
    for (const child& one : children_)
      if (one.ended_by_us.empty()) look_at(one.at_fault);
    look_at(driver_at_fault_);
    if (!first) return -1;
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(*first + ends_within - steady_clock::now());
    return static_cast<int>(std::max<std::int64_t>(left.count(), 0));
  }
  void end_at_fault() {
    for (child& one : children_)
      if (one.at_fault && one.at_fault->is_ripe()) end(one, one.at_fault->why);
    if (driver_at_fault_ && driver_at_fault_->is_ripe()) driver_fault_ = driver_at_fault_->why;
  }

  // A process that has not read for so long is treated as dead. False: it is the driver.
  bool end_overrun() {
    for (child& one : children_)
      if (one.control.overrun()) end(one, not_reading());
    if (driver_.overrun()) driver_fault_ = not_reading();
    if (driver_fault_.empty()) return true;
    node::log_error("the session ends: its driver " + driver_fault_);
    return false;
  }
  static void end(child& one, const std::string& why) {
    if (!one.ended_by_us.empty()) return;
    one.ended_by_us = why;
    kill(one.process, SIGKILL);
  }
  static std::string not_reading() {
    return "did not read its notices: more than " + std::to_string(control_line::max_waiting) +
           " about the start or end of processes were waiting (fixed.notices)";
  }

  // Null: the driver reports it. A debugger at the faulty process may take its time.
  void note_unreachable(const notice& packet, child* who) {
    const mmps_name which = packet.process, says = who ? who->name : driver_name_;
    if (which == says) {
      const std::string why = "could not go on: " + packet.get_text();
      if (who) return end(*who, why);
      driver_fault_ = why;
      return;
    }
    const std::string why = "could not be connected to by process " +
                            std::to_string(says.process_number()) +
                            " of the session: " + packet.get_text();
    for (child& one : children_)
      if (one.name == which && !is_traced(one.process)) note_fault(one, why);
    if (!is_branch() && which == driver_name_ && !is_traced(driver_process_) && !driver_at_fault_)
      driver_at_fault_ = fault{why};
  }

  // False: the driver ends the session, or is gone; or the process has no line any more.
  bool hear(unix_socket& from, child* who) {
    notice packet;
    std::vector<int> descriptors;
    const auto size = from.receive(std::as_writable_bytes(std::span(&packet, 1)), descriptors);
    if (!size && errno == EMFILE) return true;  // The descriptors are lost; the sender is not.
    const bool goes_on =
        size == sizeof packet ? take(packet, who, descriptors) : who != nullptr && size.has_value();
    for (int one : descriptors) close(one);
    return goes_on;
  }

  bool take(notice& packet, child* who, const std::vector<int>& descriptors) {
    packet.text.back() = 0;
    if (packet.kind == notice_kind::ready) {
      if (!who && !driver_up_) {
        driver_up_ =
            news_of(notice_kind::up, driver_name_, role::driver, packet.cores, packet.get_text());
        driver_up_->number = driver_process_;
        announce(*driver_up_, driver_);
      } else if (who && !who->ready) {
        who->ready = true;
        who->page.take(descriptors);
        if (who->role == role::token_matching_unit) who->at_fault.reset();
        who->up = news_of(notice_kind::up, who->name, who->role, packet.cores, packet.get_text());
        who->up.number = who->process;
        announce(who->up, who->control);
        if (who->role == role::token_matching_unit) tell_replaced();
      }
    }
    if (packet.kind == notice_kind::start && who && who->role == role::instantiation_manager) {
      const role wanted = packet.role == role::object ? role::object : role::worker;
      const mmps_name asks = who->name;
      std::string why = obstacle(wanted);
      try {
        if (why.empty()) start(wanted);
      } catch (const std::system_error& error) {
        why = error.what();
      }
      if (!why.empty()) refuse(asks, wanted, why);
    }
    if (packet.kind == notice_kind::enough && who) who->has_left = true;
    if (packet.kind == notice_kind::unreachable) note_unreachable(packet, who);
    if (packet.kind == notice_kind::query_answer && descriptors.size() == 1 &&
        options_.to_hosts.open()) {
      packet.process = who ? who->name : driver_name_;
      options_.to_hosts.say_looked(packet, descriptors.front());
    }
    return who || packet.kind != notice_kind::enough;
  }

  // Why no further process of that role may start; empty: one may.
  [[nodiscard]] std::string obstacle(role what) const {
    if (!names_.has_name())
      return "fixed.processes: all numbers of processes are in use on this host";
    const bool is_object = what == role::object;
    const unsigned most = is_object ? options_.objects : options_.workers;
    if (std::ranges::count(children_, what, &child::role) < most) return "";
    return (is_object ? "limits.processes: " : "processes: ") + std::to_string(most) +
           " such processes are on this host already";
  }
  void refuse(const mmps_name& whom, role what, const std::string& why) {
    for (child& one : children_)
      if (one.name == whom)
        one.control.tell(news_of(notice_kind::refused, driver_name_, what, 0, why));
  }

  // A process that does not read gets no question; nothing waits for its answer.
  void ask_all(const notice& question) {
    const auto asked = [&](control_line& to, const mmps_name& name, role what, pid_t process) {
      to.ask(question);
      options_.to_hosts.say_asked(question.cores, name, what, process);
    };
    if (driver_up_) asked(driver_, driver_name_, role::driver, driver_process_);
    const bool is_of_daemons = question.get_text().starts_with("drops ");
    for (child& one : children_)
      if (one.ready && (is_of_daemons || one.role == role::worker || one.role == role::object))
        asked(one.control, one.name, one.role, one.process);
    options_.to_hosts.say_asked(question.cores, {}, {}, 0);
  }

  // Tells all processes of the new one, and the new one of all.
  void announce(const notice& fresh, control_line& to_fresh) {
    for (child& other : children_) {
      if (!other.ready || other.name == fresh.process) continue;
      other.control.tell(fresh);
      to_fresh.tell(other.up);
    }
    options_.to_hosts.for_newcomers([&](const notice& news) { to_fresh.tell(news); });
    if (driver_up_ && driver_up_->process != fresh.process) {
      driver_.tell(fresh);
      to_fresh.tell(*driver_up_);
    }
    options_.to_hosts.say(fresh);
  }

  // Tells the driver last: when it acts, the others know already.
  void tell_here(const notice& news) {
    for (child& other : children_)
      if (other.ready) other.control.tell(news);
    if (driver_up_ || news.kind == notice_kind::down)
      driver_.tell(news);  // it counts the expected processes
  }

  // The driver prints the cause, and ends.
  void tell_end(const std::string& why) {
    driver_.tell(news_of(notice_kind::enough, driver_name_, role::driver, 0, why));
    driver_.finish(std::chrono::seconds(1));
  }

  // False: the daemon of this host has ended.
  bool hear_hosts() {
    const auto news = options_.to_hosts.hear();
    if (!news) {
      if (!is_branch()) tell_end(options_.to_hosts.why());
      return false;
    }
    for (const notice& one : *news) {
      if (one.kind == notice_kind::query)
        ask_all(one);
      else
        tell_here(one);
    }
    return true;
  }

  [[nodiscard]] bool is_folder_gone() const {
    return access(folder_.c_str(), F_OK) != 0 && errno == ENOENT;
  }

  // Handles its messages from before its end. A child of it may still hold its line open.
  void hear_last_words(child& ended) {
    pollfd line{ended.mute ? -1 : ended.control.socket().descriptor(), POLLIN, 0};
    while (poll(&line, 1, 0) > 0 && (line.revents & POLLIN) &&
           hear(ended.control.socket(), &ended)) {
    }
  }

  // False: the session, or the branch, cannot continue without it.
  bool bury(std::size_t which) {
    child ended = std::move(children_[which]);
    children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(which));
    int status = 0;
    hear_last_words(ended);
    const std::string last_calls = record::last_calls_of(ended.process);
    waitpid(ended.process, &status, 0);
    close(ended.pidfd);
    names_.free_name(ended.name);
    unlink(mmps::shm::shm_transport::path_of(folder_, ended.name).c_str());
    unlink(node::network_path_of(folder_, ended.name).c_str());
    for (const std::string& prefix : {node::door_of_several, node::door_in_session})
      unlink(node::door_path(folder_, prefix, ended.name.process_number()).c_str());
    const bool was_to_end = status == 0 && ended.has_left;
    std::string cause = cause_of_end(ended.role, ended.process, status, ended.has_left);
    if (!ended.ended_by_us.empty())
      cause += ": it " + ended.ended_by_us;
    else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
      cause += memory_kills_.explanation();
    if (!was_to_end) cause += last_calls;
    const bool is_daemon =
        ended.role == role::instantiation_manager || ended.role == role::token_matching_unit;
    // No process can replace it, or connect to processes that did not know it yet.
    const bool is_last = !was_to_end && is_folder_gone();
    if (is_last) cause += "; the session's folder " + folder_ + " has been removed meanwhile";
    if (ended.role == role::token_matching_unit && !is_last && replace(ended, cause)) {
      node::log_warning("the token-matching unit has ended: " + cause + "; another one begins");
      return true;
    }
    const bool end = is_branch() && (is_daemon || is_last);
    if (end && !is_last)
      cause = std::string("the ") + name_of(ended.role) + " of its host has ended (" + cause +
              "), and with it the calls and objects there";
    // The manager waits for those that it asked for, and no other process knows of them.
    if (!ended.ready && (ended.role == role::object || ended.role == role::worker))
      refuse(node::instantiation_manager_of(driver_name_), ended.role, cause);
    if (end) end_branch_at_once(cause);
    if ((ended.role == role::worker || ended.role == role::object) && !was_to_end)
      node::log_warning(
          one_of(ended.role) + " has ended: " + cause +
          "; its calls of regular classes run again, its objects are lost unless they are durable");
    say_down(ended.name, ended.role, cause, ended.page.suspects());
    if (is_last && !is_branch()) tell_end(one_of(ended.role) + " has ended: " + cause);
    return !end && !is_last;
  }

  // False: the units end too often, or no other can be started. Then all ends are told.
  bool replace(const child& ended, const std::string& cause) {
    bool is_started = replaced_.note_end(steady_clock::now()) && names_.has_next_unit();
    try {
      if (is_started) start(role::token_matching_unit);
    } catch (const std::system_error& error) {
      is_started = false;
      node::log_warning(std::string("no other token-matching unit: ") + error.what());
    }
    if (is_started) children_.back().at_fault = fault{"was not ready in time", replaced_.overdue()};
    if (is_started && ended.ready) replaced_.hold_back({ended.name, cause});
    if (!is_started) tell_replaced();
    return is_started;
  }
  void tell_replaced() {
    for (const replaced_units::end& one : replaced_.take())
      say_down(one.unit, role::token_matching_unit, one.cause);
  }

  // Ends the branch before any process knows why. Otherwise one part of a branch would turn the end
  // of another into an error of a call, which would leave this host. Now the call runs again
  // elsewhere.
  void end_branch_at_once(const std::string& cause) {
    node::log_error("this host leaves the program: " + cause);
    kill(-group_, SIGKILL);
    for (const child& other : children_) {
      waitpid(other.process, nullptr, 0);
      close(other.pidfd);
      say_down(other.name, other.role, cause, other.page.suspects());
    }
    children_.clear();
  }

  void say_down(const mmps_name& ended, role what, const std::string& cause,
                const node::suspects_of_end& suspects = {}) {
    notice down = news_of(notice_kind::down, ended, what, 0, cause);
    down.set_suspects(suspects);
    tell_here(down);
    options_.to_hosts.say(down);
  }

  void end_all() {
    for (child& one : children_)
      one.control = control_line();  // those that still run read the end of the session
    int waited = 0;
    while (!children_.empty()) {
      std::erase_if(children_,
                    [](const child& one) { return waitpid(one.process, nullptr, WNOHANG) != 0; });
      if (children_.empty()) break;
      if (waited >= grace_ms)
        for (const child& one : children_) kill(one.process, SIGKILL);
      std::vector<pollfd> ends;
      for (const child& one : children_) ends.push_back({one.pidfd, POLLIN, 0});
      if (poll(ends.data(), ends.size(), waited >= grace_ms ? -1 : grace_ms) == 0)
        waited = grace_ms;
    }
  }

  session_options options_;
  outlived_signals signals_;
  memory_kills memory_kills_;
  pid_t group_ = 0;  // for a branch: the group of its processes
  const std::string folder_;
  const mmps_name driver_name_;
  control_line driver_;
  const int driver_pidfd_;
  const pid_t driver_process_;  // if there is a driver
  process_numbers names_;
  replaced_units replaced_;
  std::vector<child> children_;
  std::optional<notice> driver_up_;
  std::optional<fault> driver_at_fault_;
  std::string driver_fault_;  // why the session ends
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
      status =
          supervisor_process(std::move(options), folder, std::move(theirs), driver_pidfd).run();
    } catch (const std::exception& error) {
      node::log_error(std::string("the supervisor ends: ") + error.what());
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
  const notice enough = news_of(notice_kind::enough, of.driver.self, role::driver);
  of.driver.control.send(std::as_bytes(std::span(&enough, 1)));
  of.driver.control = unix_socket();
  while (waitpid(of.supervisor, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace mentat::supervisor
