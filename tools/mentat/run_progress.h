#pragma once

#include <sys/types.h>

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace mentat::command {

/// Says on standard error how far a program is, for as long as this object lives: after 1, 2, 5
/// and 10 seconds, then every 10 seconds, a line such as
/// "mentat: 10 s: 1,834 calls, 412/s, 6 run, 770 wait", and below it bars of the three most active
/// classes of which the program has said how many calls it expects.
/// Nothing is said while the program does not answer.
class run_progress {
 public:
  /// `process`: that of the program. `name`: the program's path.
  run_progress(pid_t process, const std::string& name);
  run_progress(const run_progress&) = delete;
  run_progress& operator=(const run_progress&) = delete;
  ~run_progress();

 private:
  void watch(pid_t process, const std::string& name);

  std::mutex lock_;
  std::condition_variable ended_;
  bool has_ended_ = false;
  std::thread thread_;
};

}  // namespace mentat::command
