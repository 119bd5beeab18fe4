// Waits of Python's thread: the GIL is released meanwhile, and a signal that Python handles, such
// as Ctrl-C, ends the wait with the handler's exception. The awaited call goes on.
#pragma once

#include <mentat/open_run.h>
#include <signal.h>

#include <array>

#include "mentat/python/lent_memory.h"

#pragma GCC visibility push(hidden)
namespace mentat::python {

// While it lives, these signals end the wait after Python's own handler has noted them.
class interrupting_signals {
 public:
  interrupting_signals() {
    for (const int number : numbers) {
      struct sigaction& before = kept_[place_of(number)];
      sigaction(number, nullptr, &before);
      if ((before.sa_flags & SA_SIGINFO) || before.sa_handler == SIG_DFL ||
          before.sa_handler == SIG_IGN) {
        before.sa_handler = SIG_IGN;  // stays as it is
        continue;
      }
      struct sigaction now = before;
      now.sa_handler = &handle;
      sigaction(number, &now, nullptr);
    }
  }
  interrupting_signals(const interrupting_signals&) = delete;
  interrupting_signals& operator=(const interrupting_signals&) = delete;
  ~interrupting_signals() {
    for (const int number : numbers)
      if (const auto& before = kept_[place_of(number)]; before.sa_handler != SIG_IGN)
        sigaction(number, &before, nullptr);
    open_run::forget_interrupts();  // Python's own handler has noted the signal
  }

 private:
  static constexpr std::array numbers = {SIGINT, SIGTERM};
  static std::size_t place_of(int number) { return number == SIGINT ? 0 : 1; }
  static void handle(int number) {
    kept_[place_of(number)].sa_handler(number);
    open_run::interrupt();
  }

  static inline std::array<struct sigaction, numbers.size()> kept_{};
};

// Calls a function that may wait and may be called again.
template <class Function>
void wait_released(Function&& function) {
  for (bool over = false; !over;) {
    {
      const interrupting_signals caught;
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      const py::gil_scoped_release released;
      try {
        function();
        over = true;
      } catch (const wait_interrupted&) {
      }
    }
    if (!over && PyErr_CheckSignals() != 0) throw py::error_already_set();
  }
  lent_arrays::take_back();
}

}  // namespace mentat::python
#pragma GCC visibility pop
