// SIGQUIT in a Mentat program: not its end, but the question what it does (as in a JVM). The signal
// handler only makes a descriptor readable; whoever looks after that answers, on a thread of its
// own. And what each thread runs is asked by the same signal, sent to that thread: its handler notes
// the functions that are on its stack.
//
// A program that handles SIGQUIT when the run-time system begins, or does something about it later,
// keeps that: nothing here happens then. Where it is ignored from the beginning, as in a command
// that a shell runs in the background, what the terminal sends stays ignored. A child of fork() ends by the signal, as it would have. Thread-safety:
// one object in a process at a time; running_stacks() from one thread. Errors: where there is no
// descriptor left, the program keeps the usual effect of the signal.
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
  mmps::mmps_name object;  // that runs it; unbound: none
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

  // Readable when a signal has come; -1: the program keeps the signal for itself.
  [[nodiscard]] int descriptor() const { return descriptor_; }
  void take();  // it is answered
  // Of the threads of the run-time system that answer within a moment.
  [[nodiscard]] std::vector<running_stack> running_stacks() const;

 private:
  int descriptor_ = -1;
  bool was_ignored_ = false;
};

}  // namespace mentat
