// One process of a Mentat program: ties settings, executor and main program together.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "rts/config/settings.h"
#include "rts/session/observer/observer.h"

namespace mentat {
class executor;
}

namespace mentat::node {

// Runs the program in this process, in the mode that the settings name, and returns its exit
// status.
int run_program(const settings& chosen, const std::function<int()>& program);

// --- for every mode
std::size_t limit_of_memory(const settings& chosen);  // limits.memory, or its default; bytes
// Before anything runs: sets the limits of memory, and whether to time strict uses.
void prepare(const settings& chosen);
// Calls the program. An exception that leaves it ends the process as in any C++ program, with a
// message that names its origin.
int guarded(const std::function<int()>& program);
// The same; a child that the program made with fork() ends when it returns from main.
int guarded_in_one_process(const std::function<int()>& program);
// Logs the beginning and the end of the run at level info; at debug, with the calls of each class
// that the process has counted. Counts the warnings that were left out.
class run_log {
 public:
  run_log(std::string mode, unsigned workers, const executor* runs = nullptr);
  run_log(const run_log&) = delete;
  run_log& operator=(const run_log&) = delete;
  ~run_log();

 private:
  const std::string mode_;
  const executor* const runs_;
  const std::chrono::steady_clock::time_point begun_;
};
// For the observer; empty if the log is not at level info.
decltype(observed::slow) slow_waits_of(const executor& runs);
void write_profile_if_wanted(const settings& chosen);
std::string host_name();
// Whether the caller belongs to a running program.
bool is_in_program();

}  // namespace mentat::node
