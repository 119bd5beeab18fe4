/// @file
/// The run-time system for a program that has a `main` of its own: one with a window, a server, a
/// test. Such a program may be plain C++ (C++17), with its Mentat classes in other files. A
/// translated source that includes this header keeps its `main`. docs/own_main.md.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <mentat/start_error.h>

namespace mentat {

/// The run-time system of a program with its own `main`. Mentat calls are made only inside run().
/// ```cpp
/// int main(int argc, char** argv) {
///   mentat::runtime runtime(argc, argv);
///   const int found = runtime.run([] { return primes_below(200'000); });
/// }
/// ```
/// Modes `serial` and `threads`: run() may be called any number of times, on any thread, one at a
/// time in a process. Modes `processes` and `cluster`: the constructor forks this process, which
/// must have one thread then. The processes serve one run(); a later one forks again, and needs a
/// single thread again. On other hosts the program runs up to this point, without arguments, and no
/// further. Errors: start_error. Ownership: the processes, if any, end with this object at the
/// latest.
class runtime {
 public:
  /// Takes settings from files and the environment (docs/configuration.md).
  runtime();
  /// Takes settings also from arguments that begin with `--mentat-`, and removes these.
  runtime(int& argc, char** argv);
  runtime(const runtime&) = delete;
  runtime& operator=(const runtime&) = delete;
  ~runtime();  ///< Ends the processes that have served no run().

  /// Calls the function, and returns its result or throws its exception when all calls that it
  /// began have ended; their persistent objects end then. Except in mode `serial` the function runs
  /// on a stack of its own (`limits.main_stack`), and may continue on another thread after a wait:
  /// it keeps no address of a `thread_local` variable. Errors: start_error.
  template <class Program>
  std::decay_t<std::invoke_result_t<Program&>> run(Program&& program) {
    using value = std::decay_t<std::invoke_result_t<Program&>>;
    if constexpr (std::is_void_v<value>) {
      run_program([&] { program(); });
    } else {
      std::optional<value> made;
      run_program([&] { made.emplace(program()); });
      return std::move(*made);
    }
  }

 private:
  friend int run_main(int argc, char** argv, int (*program)(int, char**));
  friend class open_run;
  struct state;

  // Main stays on its thread.
  static std::unique_ptr<runtime> pinned(std::vector<std::string> arguments);
  struct unstarted {};
  explicit runtime(unstarted);
  void start(std::vector<std::string>& arguments, bool pins_main = false);
  void run_program(const std::function<void()>& program);

  std::unique_ptr<state> state_;
};

}  // namespace mentat
