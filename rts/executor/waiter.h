// A fiber that waits for a result: an arc whose delivery makes the fiber runnable again.
// Lives on the heap, because the arc may outlive the wait (a deadlock ends the wait, not the arc).
// Not in the pool of small blocks: to wait is what gives memory back at limits.memory, and
// limits.fibers bounds how many wait. Ownership: freed by the later one of the two sides.
// Thread-safety: by its atomic state.
#pragma once

#include <atomic>
#include <cstdint>
#include <ctime>

#include "rts/core/future.h"
#include "rts/core/source_place.h"
#include "rts/executor/fiber.h"

namespace mentat {

class executor;
struct worker;

struct waiter : arc {
  enum class state : std::uint8_t { waiting, delivered, abandoned };
  // To some milliseconds, in some nanoseconds.
  static std::int64_t now_ns() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return now.tv_sec * std::int64_t{1'000'000'000} + now.tv_nsec;
  }

  std::atomic<state> now{state::waiting};
  fiber* sleeper = nullptr;
  executor* on = nullptr;
  const computation_instance* wanted = nullptr;  // for the error's text
  source_place at;                // where it is needed; for the error's text
  std::int64_t since = now_ns();  // when the wait began
  bool met = false;               // the object that it needs is run by another worker
  std::uint64_t ticket = 0;       // later waits have higher ones
  worker* listed_with = nullptr;  // in whose list of waiters it is
  waiter* before = nullptr;
  waiter* after = nullptr;
};

}  // namespace mentat
