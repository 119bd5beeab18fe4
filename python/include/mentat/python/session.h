// The run of this process, begun and ended by the package mentat. Needs the GIL.
#pragma once

#include <mentat/open_run.h>

#include <memory>
#include <string>
#include <vector>

#include "mentat/python/delayed.h"
#include "rts/core/activation.h"
#include "rts/executor/last_words.h"

#pragma GCC visibility push(hidden)
namespace mentat::python {

inline constexpr const char* run_name = "mentat.run";

// The capsule owns nothing: what is not ended ends with the process.
inline py::object begin_run(std::vector<std::string> settings) {
  try {
    auto begun = std::make_unique<open_run>(std::move(settings));
    return py::capsule(begun.release(), run_name);
  } catch (const start_error& error) {
    raise("StartError", {}, "mentat::start_error", error.what());
  }
}

inline void end_run(const py::object& run) {
  auto* const open = static_cast<open_run*>(PyCapsule_GetPointer(run.ptr(), run_name));
  if (!open) throw py::error_already_set();
  const std::unique_ptr<open_run> ended(open);
  {
    const py::gil_scoped_release released;
    ended->end();
  }
  lent_arrays::take_back();
}

// Begins the run if there is none. Raises if this thread or process cannot make calls.
inline void need_run() {
  if (!current_activation->runtime || is_forked_child()) [[unlikely]]
    package().attr("_need_run")();
}

// Whether the value has come. A program may poll this: messages are taken in, and calls that only
// this thread can start are started. On other threads of Python's that is not possible.
inline bool is_there(const delayed_value& value) {
  if (value.has_come()) return true;
  if (!current_activation->runtime || is_forked_child()) return false;
  {
    const py::gil_scoped_release released;
    run_time_system& runtime = *current_activation->runtime;
    runtime.between_units();
    if (!value.has_come()) runtime.force();
  }
  lent_arrays::take_back();
  return value.has_come();
}

}  // namespace mentat::python
#pragma GCC visibility pop
