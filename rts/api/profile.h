// How long strict uses waited, by their place in the user's source: what `mentat explain` shows
// beside the variables of a program. Off unless the program was started with `profile`; then a wait
// costs two looks at the clock and a lock. Thread-safety: all functions, any thread.
#pragma once

#include <atomic>
#include <string>

#include "rts/core/activation.h"
#include "rts/core/computation_instance.h"
#include "rts/core/run_time_system.h"

namespace mentat {

// Of a strict use, as the compiler knows it. A call that blocks by itself has none: its class and
// function tell it.
struct use_place {
  const char* file = nullptr;
  unsigned line = 0;
};

namespace profile {

inline std::atomic<bool> on{false};

void timed_wait(computation_instance& call, use_place at);
// {"waits": [{"file", "line", "class", "function", "times", "seconds"}, ...]}, the longest first;
// file is null for calls that block.
[[nodiscard]] std::string to_json();

}  // namespace profile

// Waits for the result of a call [TOCS96 3.2.2]; what it runs meanwhile on this fiber counts as
// waiting.
inline void wait_for(computation_instance& call, use_place at = {}) {
  if (profile::on.load(std::memory_order_relaxed)) [[unlikely]]
    profile::timed_wait(call, at);
  else
    current_activation->runtime->wait(call);
}

}  // namespace mentat
