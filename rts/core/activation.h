// One running member function (or the main program): its RV_TABLE, its identity as a caller, and
// its depth in the graph. Lives on the stack of the fiber that runs it; `current_activation` points
// to the innermost activation of the running fiber. Thread-safety: none; a fiber switch saves and
// restores the pointer.
#pragma once

#include <cstdint>

#include "mmps/machine/thread_variable.h"
#include "rts/core/computation_instance.h"
#include "rts/core/rv_table.h"

namespace mentat {

class run_time_system;  // rts/core/run_time_system.h: how programs reach the executor
class server_object;

struct activation {
  constexpr activation() = default;
  // For a function that runs on top of the running one.
  activation(run_time_system& on, activation* below) : runtime(&on), outer(below) {}

  rv_table table;
  run_time_system* runtime = nullptr;        // null: no run-time system on this thread
  computation_instance* instance = nullptr;  // the running call; null in the main program
  server_object* object = nullptr;           // the persistent object that runs it, if any
  std::uint64_t caller = 0;                  // identity as a caller; 0: not assigned yet
  std::uint32_t depth = 0;
  std::uint32_t calls = 0;         // calls made so far, counted if they have a lineage
  custody_scope* scope = nullptr;  // of the unit on whose behalf it runs
  mentat::lineage lineage = 0;
  activation* outer = nullptr;  // the one that this one runs on top of
};

// Makes the call belong to the same unit as its caller.
inline void inherit_unit(computation_instance& made, activation& caller) {
  if (caller.scope) [[unlikely]]
    made.belong_to(*caller.scope, lineage_of(caller.lineage, caller.calls++));
}

namespace detail {
// The activation of threads without a run-time system; its table is always empty.
extern activation no_activation;
}  // namespace detail

// Must be read again after every point where a fiber may have moved to another thread: see
// thread_variable.h.
#if MENTAT_THREAD_VARIABLES_ARE_PLAIN
extern constinit thread_local activation* current_activation [[gnu::tls_model("initial-exec")]];
#else
namespace detail {
activation*& place_of_activation();
}
inline constexpr machine::thread_variable<activation*, &detail::place_of_activation>
    current_activation;
#endif
// Where it is for the calling thread.
activation* const* place_of_current_activation();

// Out of line, for code that runs on both sides of a switch.
void set_current_activation(activation* to);

}  // namespace mentat
