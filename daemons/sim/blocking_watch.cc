#include "daemons/sim/blocking_watch.h"

#include <signal.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "rts/executor/last_words.h"

namespace mentat::sim {
namespace {

constexpr std::chrono::milliseconds between_looks{100};

int signal_of_watch() { return SIGRTMAX - 1; }

void end_here(int) {
  write_running_call("mentat: mode sim: ",
                     " waits outside of Mentat (it sleeps, reads, or waits for a lock), where "
                     "simulated time stands still; leave that out in a simulation");
  _exit(125);
}

}  // namespace

blocking_watch::blocking_watch(std::chrono::milliseconds longest)
    : longest_(longest), watched_(pthread_self()), number_(gettid()) {
  struct sigaction action {};
  action.sa_handler = &end_here;
  sigaction(signal_of_watch(), &action, nullptr);
  thread_ = std::thread([this] { watch(); });
}

blocking_watch::~blocking_watch() {
  {
    std::lock_guard guard(lock_);
    over_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

// The state stands behind the name of the program, which may contain anything.
bool blocking_watch::sleeps() const {
  std::ifstream file("/proc/self/task/" + std::to_string(number_) + "/stat");
  std::string text;
  std::getline(file, text);
  const std::size_t end = text.rfind(") ");
  return end != std::string::npos && end + 2 < text.size() && text[end + 2] == 'S';
}

void blocking_watch::watch() {
  std::unique_lock guard(lock_);
  const auto most = longest_ / between_looks;
  for (std::chrono::milliseconds::rep slept = 0; !changed_.wait_for(guard, between_looks, [&] {
         return over_;
       });) {
    slept = sleeps() ? slept + 1 : 0;
    if (slept >= most) pthread_kill(watched_, signal_of_watch());
  }
}

}  // namespace mentat::sim
