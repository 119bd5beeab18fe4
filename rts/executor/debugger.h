// Data that a debugger reads from a stopped program or its core file: the threads on which Mentat
// functions run, and the layout of the run-time structures that tools/gdb/mentat.py shows. The
// debugger calls nothing here and needs no debug information.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

#include "rts/core/activation.h"
#include "rts/core/class_info.h"
#include "rts/executor/waiter.h"

namespace mentat {

/// A call that a thread executed a moment ago, and no object. It may have ended: its address is an
/// identity only.
struct seen_call {
  const computation_instance* address = nullptr;
  const class_info* of_class = nullptr;  // registered
  std::uint32_t function = 0;            // of that class
};

/// Keeps a thread on which Mentat functions run in the list of all such threads, for the life of
/// this object. Must be constructed and destroyed on that thread. `waiting` points to the head of a
/// list of waiting fibers, or is null.
class debugged_thread {
 public:
  explicit debugged_thread(waiter* const* waiting = nullptr);
  debugged_thread(const debugged_thread&) = delete;
  debugged_thread& operator=(const debugged_thread&) = delete;
  ~debugged_thread();

  // The operating system's ids of all listed threads. Any thread.
  [[nodiscard]] static std::vector<pid_t> ids();
  // The calls of regular classes that these threads execute just now. Any thread; stops
  // none, and costs them nothing. The threads go on meanwhile: their memory is read as another
  // process would read it, and a call counts if it was there before and after that.
  [[nodiscard]] static std::vector<seen_call> seen_calls();

 private:
  friend struct debugger_layout;

  debugged_thread* next_;
  debugged_thread** link_;  // the pointer to this one
  pid_t id_;
  activation* const* running_;
  waiter* const* waiting_;
};

/// One fact about the layout: an offset or a size in bytes, or a constant.
struct debugger_fact {
  const char* name;  // null ends the array
  std::uint64_t value;
};

}  // namespace mentat

extern "C" {
extern const mentat::debugger_fact* const mentat_debugger_facts;
extern mentat::debugged_thread* mentat_debugger_threads;
}
