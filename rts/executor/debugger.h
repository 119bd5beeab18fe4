// What a debugger reads from the memory of a stopped program or of its core file: the threads on
// which Mentat functions run, and where the run-time system keeps what tools/gdb/mentat.py shows.
// Nothing here is called by the debugger, and no debug information is needed.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

#include "rts/core/activation.h"
#include "rts/executor/waiter.h"

namespace mentat {

/// A thread on which Mentat functions run, in the list of all of them for the life of this object.
/// To be made and ended on that thread; `waiting` is the head of a list of fibers that wait, or
/// null.
class debugged_thread {
 public:
  explicit debugged_thread(waiter* const* waiting = nullptr);
  debugged_thread(const debugged_thread&) = delete;
  debugged_thread& operator=(const debugged_thread&) = delete;
  ~debugged_thread();

  // Of all of them, as the system numbers threads. Any thread.
  [[nodiscard]] static std::vector<pid_t> ids();

 private:
  friend struct debugger_layout;

  debugged_thread* next_;
  debugged_thread** link_;  // what points to this one
  pid_t id_;
  activation* const* running_;
  waiter* const* waiting_;
};

/// A fact of the layout: an offset or a size in bytes, or a constant.
struct debugger_fact {
  const char* name;  // null behind the last one
  std::uint64_t value;
};

}  // namespace mentat

extern "C" {
extern const mentat::debugger_fact* const mentat_debugger_facts;
extern mentat::debugged_thread* mentat_debugger_threads;
}
