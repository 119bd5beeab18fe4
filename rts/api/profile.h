// Measures how long strict uses waited, by their place in the user's source; `mentat explain` shows
// the times beside the variables of a program. Off unless the program was started with `profile`;
// then a wait costs two clock reads and a lock. Thread-safety: all functions, any thread.
#pragma once

#include <atomic>
#include <string>

#include "rts/core/activation.h"
#include "rts/core/computation_instance.h"
#include "rts/core/run_time_system.h"

namespace mentat {

namespace profile {

inline std::atomic<bool> on{false};

// `is_use`: the wait is for a variable. A call that blocks by itself is reported by class and
// function.
void timed_wait(computation_instance& call, source_place at, bool is_use);
// {"waits": [{"file", "line", "class", "function", "times", "seconds"}, ...]}, the longest first;
// file is null for calls that block.
[[nodiscard]] std::string to_json();

}  // namespace profile

// Waits for the result of a call [TOCS96 3.2.2]; calls that run meanwhile on this fiber count as
// waiting.
inline void wait_for(computation_instance& call, source_place at = {}, bool is_use = true) {
  if (profile::on.load(std::memory_order_relaxed)) [[unlikely]]
    profile::timed_wait(call, at, is_use);
  else
    current_activation->runtime->wait(call, at);
}
// Waits for the end of the call, and leaves its error unseen.
inline void wait_for_end(computation_instance& call, source_place at) {
  wait_for(call, at, false);
  call.note_error_unseen();
}

}  // namespace mentat
