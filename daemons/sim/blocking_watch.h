// Ends a simulated run in which the program waits outside of Mentat: a thread that sleeps, reads a
// pipe, or waits for a lock. Time passes in a simulation only when nobody has anything to do, so
// such a wait holds up every process of it, and one for another process never ends.
//
// The constructor's thread is watched, by a thread of its own, while the object lives. When it has
// slept for `longest` without a break, the run ends with status 125 and a line on stderr that names
// the member function. A thread that a debugger has stopped does not sleep. The same line comes
// before a run that SIGINT, SIGTERM or SIGHUP ends, and if a member function calls exit(). One in a
// process at a time.
#pragma once

#include <pthread.h>
#include <sys/types.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace mentat::sim {

class blocking_watch {
 public:
  explicit blocking_watch(std::chrono::milliseconds longest = std::chrono::seconds(2));
  blocking_watch(const blocking_watch&) = delete;
  blocking_watch& operator=(const blocking_watch&) = delete;
  ~blocking_watch();

 private:
  void watch();
  void install_handlers() const;
  [[nodiscard]] bool sleeps() const;

  const std::chrono::milliseconds longest_;
  const pthread_t watched_;
  const pid_t number_;  // of the thread, as the system counts
  std::mutex lock_;
  std::condition_variable changed_;
  bool over_ = false;
  std::thread thread_;
};

}  // namespace mentat::sim
