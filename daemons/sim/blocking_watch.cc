#include "daemons/sim/blocking_watch.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <string>

#include "rts/executor/last_words.h"

namespace mentat::sim {
namespace {

constexpr std::chrono::milliseconds check_interval{100};

constexpr int ending_signals[] = {SIGINT, SIGTERM, SIGHUP};

pthread_t thread_of_run;  // while `runs`
std::atomic<bool> runs{false};
std::atomic<int> ended_by{0};  // a signal

int signal_of_watch() { return SIGRTMAX - 1; }

// Runs on the thread of the run, which knows its member function.
void end_here(int) {
  if (const int signal = ended_by.load()) {
    write_running_call("mentat: mode sim: ", " was executed when the run was interrupted");
    ::signal(signal, SIG_DFL);
    raise(signal);
    return;
  }
  write_running_call("mentat: mode sim: ",
                     " waits outside of Mentat (it sleeps, reads, or waits for a lock), where "
                     "simulated time stands still; leave that out in a simulation");
  _exit(125);
}

void note_interrupt(int signal) {
  ended_by.store(signal);
  pthread_kill(thread_of_run, signal_of_watch());
}

// In a session exit() ends one of its processes; here it would end all of them.
void refuse_exit() {
  if (!runs.load() || !pthread_equal(pthread_self(), thread_of_run) || !is_call_running()) return;
  write_running_call("mentat: mode sim: ",
                     " calls exit(), which ends all simulated processes at once; leave that out "
                     "in a simulation");
  _exit(125);
}

}  // namespace

void blocking_watch::install_handlers() const {
  thread_of_run = watched_;
  runs.store(true);
  struct sigaction action{};
  action.sa_handler = &note_interrupt;
  for (const int signal : ending_signals) {
    struct sigaction before{};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler == SIG_DFL) sigaction(signal, &action, nullptr);
  }
  static const bool registered = std::atexit(&refuse_exit) == 0;
  static_cast<void>(registered);
}

blocking_watch::blocking_watch(std::chrono::milliseconds longest)
    : longest_(longest), watched_(pthread_self()), number_(gettid()) {
  struct sigaction action{};
  action.sa_handler = &end_here;
  sigaction(signal_of_watch(), &action, nullptr);
  install_handlers();
  thread_ = std::thread([this] { watch(); });
}

blocking_watch::~blocking_watch() {
  runs.store(false);
  {
    std::lock_guard guard(lock_);
    over_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

// The state stands behind the name of the program, which may contain any character.
bool blocking_watch::sleeps() const {
  std::ifstream file("/proc/self/task/" + std::to_string(number_) + "/stat");
  std::string text;
  std::getline(file, text);
  const std::size_t end = text.rfind(") ");
  return end != std::string::npos && end + 2 < text.size() && text[end + 2] == 'S';
}

void blocking_watch::watch() {
  std::unique_lock guard(lock_);
  const auto most = longest_ / check_interval;
  for (std::chrono::milliseconds::rep slept = 0;
       !changed_.wait_for(guard, check_interval, [&] { return over_; });) {
    slept = sleeps() ? slept + 1 : 0;
    if (slept >= most) pthread_kill(watched_, signal_of_watch());
  }
}

}  // namespace mentat::sim
