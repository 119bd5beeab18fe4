#include "rts/node/processes.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "mmps/shm/shm_transport.h"
#include "rts/executor/executor.h"
#include "rts/node/exchange.h"
#include "rts/node/log.h"
#include "rts/node/node.h"

namespace mentat::node {
namespace {

using mmps::shm::shm_transport;

// Hears the supervisor's notices, on a thread of its own.
class news_reader {
 public:
  news_reader(mmps::shm::unix_socket& from, exchange& to, bool is_driver)
      : from_(from), to_(to), is_driver_(is_driver), thread_([this] { read(); }) {}
  ~news_reader() {
    over_.store(true);
    from_.stop_receiving();
    thread_.join();
  }

  void wait_until_up(unsigned processes) {
    std::unique_lock guard(lock_);
    changed_.wait(guard, [&] { return up_ + down_ >= processes; });
  }

 private:
  void read() {
    notice packet;
    std::vector<int> descriptors;
    while (from_.receive(std::as_writable_bytes(std::span(&packet, 1)), descriptors) == sizeof packet) {
      for (int one : descriptors) close(one);
      descriptors.clear();
      if (packet.kind == notice_kind::up) to_.note_up(packet.process);
      if (packet.kind == notice_kind::down) to_.note_down(packet.process, packet.get_text());
      std::lock_guard guard(lock_);
      if (packet.kind == notice_kind::up) ++up_;
      if (packet.kind == notice_kind::down) ++down_;
      changed_.notify_all();
    }
    if (over_.load()) return;
    if (is_driver_) log_error("the supervisor of this session has ended, and with it the session");
    _exit(125);
  }

  mmps::shm::unix_socket& from_;
  exchange& to_;
  const bool is_driver_;
  std::atomic<bool> over_{false};
  std::mutex lock_;
  std::condition_variable changed_;
  unsigned up_ = 0, down_ = 0;
  std::thread thread_;
};

executor::options executor_options(const settings& chosen, const mmps::mmps_name& self, outside& others) {
  executor::options options;
  options.workers = chosen.workers ? chosen.workers : std::max(1u, usable_cores() / chosen.processes);
  options.limits = chosen.limits;
  options.host = host_name();
  options.warn = &log_warning;
  options.self = self;
  options.outside = &others;
  return options;
}

}  // namespace

int run_driver(const settings& chosen, member& self, unsigned workers, const std::function<int()>& program) {
  prepare(chosen);
  shm_transport transport({.folder = self.folder, .self = self.self, .warn = &log_warning});
  exchange others({.self = self.self, .is_driver = true, .placement = chosen.placement}, transport);
  int status = 0;
  {
    news_reader news(self.control, others, true);
    news.wait_until_up(workers);
    executor runs(executor_options(chosen, self.self, others));
    others.serve(runs);
    runs.run([&] { status = guarded(program); });
  }
  write_profile_if_wanted(chosen);
  return status;
}

int run_worker(const settings& chosen, member self) {
  prepare(chosen);
  shm_transport transport({.folder = self.folder, .self = self.self, .warn = &log_warning});
  exchange others({.self = self.self, .is_driver = false, .placement = chosen.placement}, transport);
  {
    notice here;
    here.kind = notice_kind::ready;
    here.process = self.self;
    self.control.send(std::as_bytes(std::span(&here, 1)));
    news_reader news(self.control, others, false);
    executor runs(executor_options(chosen, self.self, others));
    others.serve(runs);
    runs.run([&] { others.wait_for_end(); });
    others.say_ended();
  }
  return 0;
}

}  // namespace mentat::node
