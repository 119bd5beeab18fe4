/// @file
/// A run() whose program is its caller: for interpreters, whose own loop cannot be inside of run().
/// docs/own_main.md, "Interpreters".
#pragma once

#include <signal.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include <mentat/start_error.h>

#include "rts/executor/pinned_main.h"

namespace mentat {

/// From the constructor to end(), its caller is the main program, which may make calls anywhere.
/// ```cpp
/// mentat::open_run session({"--mentat-mode=threads"});
/// const int found = primes_below(200'000);  // makes calls
/// session.end();                            // returns when all calls have ended
/// ```
/// The main program stays on its thread and its stack. Modes: `serial`, `threads`, `adversarial`
/// and `processes`; in the last one the constructor forks this process, which must have one thread
/// then. One at a time in a process. Errors: start_error. Thread-safety: only the thread that made
/// it may use it, except interrupt().
class open_run {
 public:
  /// Takes settings from files, the environment and these arguments, such as
  /// "--mentat-mode=threads" (docs/configuration.md). An argument that is no setting is an error.
  explicit open_run(std::vector<std::string> arguments = {});
  open_run(const open_run&) = delete;
  open_run& operator=(const open_run&) = delete;
  ~open_run();  ///< end(), except on another thread and in a child of `fork()`.

  /// As the end of `main`: returns when all calls have ended, and ends the persistent objects.
  void end();
  /// False on another thread, in a child of `fork()`, and after the end.
  [[nodiscard]] bool is_here() const;
  /// Whether this process is a child of `fork()`, which has no run-time system.
  [[nodiscard]] bool is_forked() const;

  /// Ends the wait of the main program, which throws mentat::wait_interrupted. The call itself goes
  /// on. From signal handlers and any thread; no effect if nothing waits.
  static void interrupt() noexcept;
  /// Interrupts until now end no later wait. On the thread of the main program.
  static void forget_interrupts();

 private:
  struct state;
  std::unique_ptr<state> state_;
};

/// While it lives, a signal that has a handler ends the wait of the main program behind that
/// handler, as open_run::interrupt() does: for interpreters, whose handlers only note a signal.
/// The first wait after a handler was set may end without a signal. Handlers that take a
/// `siginfo_t` stay as they are. One at a time, on the thread of the main program. Cost: some 0.1
/// us for each of `numbers` when the main program is suspended, because others set handlers.
class interrupting_signals {
 public:
  /// The signals, each if it has such a handler.
  static constexpr std::array numbers = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT,  SIGALRM,
                                         SIGUSR1, SIGUSR2, SIGCHLD, SIGVTALRM};
  interrupting_signals();
  interrupting_signals(const interrupting_signals&) = delete;
  interrupting_signals& operator=(const interrupting_signals&) = delete;
  ~interrupting_signals();
};

}  // namespace mentat
