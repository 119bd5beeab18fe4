// Waits of Python's thread: the GIL is released meanwhile, and the handler of a signal, such as
// Ctrl-C, runs at once: its exception ends the wait, and else it goes on. So does the awaited call.
#pragma once

#include <mentat/open_run.h>

#include "mentat/python/lent_memory.h"
#include "rts/core/activation.h"
#include "rts/executor/last_words.h"

#pragma GCC visibility push(hidden)
namespace mentat::python {

// Raises on a thread, or in a process, that cannot wait.
inline void check_waiter() {
  if (!current_activation->runtime || is_forked_child()) [[unlikely]]
    py::module_::import("mentat").attr("_check_waiter")();
}

// Calls a function that may wait and may be called again.
template <class Function>
void wait_released(Function&& function) {
  check_waiter();
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
