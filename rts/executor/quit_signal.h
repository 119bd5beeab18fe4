// SIGQUIT asks a Mentat program for a report, as it asks a JVM; it does not end the program. The
// signal handler only makes a descriptor readable. The observer (rts/session/observer/observer.h)
// polls that descriptor and prints the report. To learn which functions the threads run, it sends
// each of them the same signal; the handler then records the functions on the stack of its thread.
//
// A program that handles SIGQUIT itself, before or after the run-time system begins, keeps its own
// handler. Where SIGQUIT is ignored at the beginning, as in a background command of a shell, a
// signal from the terminal stays ignored. A child of fork() ends by the signal, as it would without
// the run-time system. Thread-safety: one object in a process at a time; running_stacks() from one
// thread. Errors: if no descriptor is left, the signal keeps its usual effect.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

#include "mmps/wire/mmps_name.h"
#include "rts/core/class_info.h"
#include "rts/core/source_place.h"

namespace mentat {

struct running_function {
  const class_info* of_class = nullptr;  // null: the main program
  std::uint32_t function = 0;
  source_place called_at;
  mmps::mmps_name object;  // the object that runs it; unbound: none
};

struct running_stack {
  pid_t thread = 0;
  std::vector<running_function> functions;  // the innermost first; none: it runs no function
};

class quit_signal {
 public:
  // `heeds_terminal`: also a signal that the terminal sends to all processes of a program.
  explicit quit_signal(bool heeds_terminal);
  quit_signal(const quit_signal&) = delete;
  quit_signal& operator=(const quit_signal&) = delete;
  ~quit_signal();

  // Readable after a signal; -1: the signal keeps its usual effect.
  [[nodiscard]] int descriptor() const { return descriptor_; }
  void take();  // makes the descriptor unreadable until the next signal
  // The stacks of the run-time system's threads; threads that do not answer in time are missing.
  [[nodiscard]] std::vector<running_stack> running_stacks() const;

 private:
  int descriptor_ = -1;
  bool was_ignored_ = false;
};

}  // namespace mentat
