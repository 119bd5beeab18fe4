#include "rts/session/processes.h"

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "rts/config/log.h"
#include "rts/record/shared_rings.h"
#include "rts/session/node.h"
#include "rts/session/observer/known_descriptor.h"
#include "rts/session/observer/observer.h"
#include "rts/session/observer/process_rows.h"
#include "rts/session/observer/query_answer.h"
#include "rts/session/observer/session_folder.h"
#include "rts/session/session_process.h"
#include "rts/space/signature.h"

namespace mentat::node {
namespace {

constexpr auto longest_wait_for_hosts = std::chrono::seconds(20);
// Of a program with spaces, the tuples of which are spread over the hosts that have come.
constexpr auto wait_for_keepers = std::chrono::seconds(5);
constexpr auto supervisor_acts_within = std::chrono::seconds(5);

// Receives the supervisor's notices, on a thread of its own.
class news_reader {
 public:
  news_reader(member& self, session_process& to)
      : from_(self.control),
        to_(to),
        self_(self.self),
        is_driver_(self.role == role::driver),
        folder_(self.folder),
        line_(self.control.descriptor()),
        thread_([this] { read(); }) {}
  ~news_reader() {
    over_.store(true);
    if (line_.is_there()) from_.stop_receiving();
    thread_.join();
  }

  // Processes of this host.
  void wait_until_up(unsigned processes) {
    std::unique_lock guard(lock_);
    changed_.wait(guard, [&] { return up_ + down_ >= processes; });
  }
  // Waits for a worker process and a manager on each of so many other hosts; false if they do not
  // come in time.
  bool wait_for_hosts(unsigned hosts, std::chrono::seconds longest) {
    std::unique_lock guard(lock_);
    return changed_.wait_for(guard, longest,
                             [&] { return std::min(workers_.size(), managers_.size()) >= hosts; });
  }

 private:
  void read() {
    notice packet;
    std::vector<int> descriptors;
    while (wait_for_news() && from_.receive(std::as_writable_bytes(std::span(&packet, 1)),
                                            descriptors) == sizeof packet) {
      for (int one : descriptors) close(one);
      descriptors.clear();
      if (packet.kind == notice_kind::up)
        to_.note_up(packet.process, packet.number, packet.role, packet.get_text());
      if (packet.kind == notice_kind::down)
        to_.note_down(packet.process, packet.role, packet.get_text(), packet.get_suspects());
      if (packet.kind == notice_kind::drains) to_.note_drains(packet.process);
      if (packet.kind == notice_kind::query) answer_query(packet);
      if (packet.kind == notice_kind::enough) why_ = packet.get_text();
      count(packet);
    }
    if (over_.load()) return;
    if (!line_.is_there()) end_without_line();
    if (is_driver_) remove_session_folder(folder_);
    if (is_driver_) log_error(why_);
    _exit(125);
  }

  // False: the line is gone. Somebody in this process may close a descriptor that he has not
  // opened, of which nothing tells but to look: so the wait is not in receive(), which would keep
  // the line open, and is not long.
  bool wait_for_news() const {
    constexpr int check_ms = 1000;
    for (;;) {
      pollfd line{from_.descriptor(), POLLIN, 0};
      const int events = poll(&line, 1, check_ms);
      if (over_.load() || !line_.is_there()) return false;
      if (events > 0 || (events < 0 && errno != EINTR)) return true;  // it may not poll any more
    }
  }
  [[noreturn]] void end_without_line() const {
    if (is_driver_) {
      remove_session_folder(folder_);
      log_error(
          "the program has closed descriptors that it had not opened, among them those of the "
          "run-time system; it ends");
    } else {
      std::this_thread::sleep_for(supervisor_acts_within);  // it says why, and ends this process
    }
    _exit(125);
  }

  // Whether the workers run or stand: this thread takes a snapshot.
  void answer_query(const notice& question) {
    node::answer_query(from_, self_, question, [this](const auto& what, auto most) {
      return to_.others().inspect(what, most);
    });
  }

  void count(const notice& news) {
    if (news.role == role::object || news.kind == notice_kind::drains) return;
    std::lock_guard guard(lock_);
    const bool here = news.process.host == self_.host;
    if (here && news.kind == notice_kind::up) ++up_;
    if (here && news.kind == notice_kind::down) ++down_;
    // A host that came and went counts as come.
    if (!here && news.role == role::worker) workers_.insert(news.process.host);
    if (!here && news.role == role::instantiation_manager) managers_.insert(news.process.host);
    changed_.notify_all();
  }

  mmps::shm::unix_socket& from_;
  session_process& to_;
  const mmps::mmps_name self_;
  const bool is_driver_;
  const std::string folder_;
  const known_descriptor line_;
  std::atomic<bool> over_{false};
  std::mutex lock_;
  std::condition_variable changed_;
  unsigned up_ = 0, down_ = 0;                  // processes of this host
  std::set<std::uint32_t> workers_, managers_;  // other hosts that have one
  std::string why_ = "the supervisor of this session has ended, and with it the session";
  std::thread thread_;
};

// Asks the supervisor to announce the process. `cores`: its worker threads, for the placement of
// units; 0: none are placed here.
void say_ready(member& self, session_process& here, unsigned cores) {
  notice ready;
  ready.kind = notice_kind::ready;
  ready.process = self.self;
  ready.cores = cores;
  ready.set_text(here.reached().address());
  const int page = here.reached().descriptor_of_page();
  const std::span<const int> descriptors(&page, page >= 0 ? 1 : 0);
  self.control.send(std::as_bytes(std::span(&ready, 1)), descriptors);
}

void say_enough(member& self) {
  notice enough;
  enough.kind = notice_kind::enough;
  self.control.send(std::as_bytes(std::span(&enough, 1)));
}

[[noreturn]] void end_now(int status) {
  std::fflush(nullptr);
  _exit(status);
}

std::string name_of(mode which) { return which == mode::cluster ? "cluster" : "processes"; }

observed observed_here(const settings& chosen, const member& self, session_process& here) {
  return {.mode = name_of(chosen.mode),
          .self = self.self,
          .is_worker = self.role != role::driver,
          .folder = self.folder,
          .report = [&](const auto& stacks) { return here.others().report(stacks); },
          .rows = [&](const auto& what, auto most) { return here.others().inspect(what, most); },
          .slow = slow_waits_of(here.runs())};
}

}  // namespace

int run_driver(const settings& chosen, member& self, unsigned workers, unsigned other_hosts,
               const std::function<int()>& program) {
  prepare(chosen);
  record::name_process(text_of(self.self));
  session_process::options options = session_process::options_of(chosen, self);
  options.runs.pauses_for_memory = true;
  const auto made =  // some 170 KB: not on the stack, which may be small
      std::make_unique<session_process>(self, endpoint_options::of_process(self), options);
  session_process& here = *made;
  int status = 0;
  {
    say_ready(self, here, driver_executes(chosen) ? workers_of(chosen) : 0);
    news_reader news(self, here);
    news.wait_until_up(workers + 2);  // and the two daemons
    const bool needs_all = chosen.placement == exchange_placement::elsewhere;
    const bool waits = needs_all || space_detail::program_has_tuples();
    const auto longest = needs_all ? longest_wait_for_hosts : wait_for_keepers;
    if (waits && !news.wait_for_hosts(other_hosts, longest))
      log_warning("not all hosts of the session have come; the program begins without them");
    const observer observing(observed_here(chosen, self, here));
    const run_log logged(name_of(chosen.mode), options.runs.workers, &here.runs());
    here.run([&] { status = guarded_in_one_process(program); });
  }
  write_profile_if_wanted(chosen);
  print_traffic_if_wanted(chosen, self.self, here.reached());
  return status;
}

int run_worker(const settings& chosen, member self) {
  // A member function that calls exit() does not end the objects of the program's globals, which
  // other threads still use; a worker that ends by itself does not either.
  on_exit([](int status, void*) { end_now(status); }, nullptr);
  prepare(chosen);
  record::name_process(text_of(self.self));
  session_process::options options = session_process::options_of(chosen, self);
  options.runs.pauses_for_memory = true;
  const auto made =  // some 170 KB: not on the stack, which may be small
      std::make_unique<session_process>(self, endpoint_options::of_process(self), options);
  session_process& here = *made;
  {
    const observer observing(observed_here(chosen, self, here));
    const run_log logged(name_of(chosen.mode), options.runs.workers, &here.runs());
    say_ready(self, here, self.role == role::object ? 0 : options.runs.workers);
    news_reader news(self, here);
    here.run_until_end();
    print_traffic_if_wanted(chosen, self.self, here.reached());
    say_enough(self);
  }
  return 0;
}

void print_traffic_if_wanted(const settings& chosen, const mmps::mmps_name& self,
                             const endpoint& through) {
  if (!chosen.stats) return;
  const auto sent = through.sent_here();
  std::fprintf(stderr, "mentat: process %s sent %llu messages, %llu bytes\n", text_of(self).c_str(),
               static_cast<unsigned long long>(sent.messages),
               static_cast<unsigned long long>(sent.bytes));
}

}  // namespace mentat::node
