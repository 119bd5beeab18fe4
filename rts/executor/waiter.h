// A fiber that waits for a result: an arc whose delivery makes the fiber runnable again.
// Lives on the heap, because the arc may outlive the wait (a deadlock ends the wait, not the arc).
// Not in the pool of small blocks: to wait is what gives memory back at limits.memory, and
// limits.fibers bounds how many wait. Ownership: freed by the later one of the two sides.
// Thread-safety: by its atomic state.
#pragma once

#include <atomic>
#include <cstdint>

#include "mmps/base/instant.h"
#include "rts/core/future.h"
#include "rts/core/source_place.h"
#include "rts/executor/fiber.h"

namespace mentat {

class executor;
struct worker;

struct waiter : arc {
  enum class state : std::uint8_t { waiting, delivered, abandoned };
  std::atomic<state> now{state::waiting};
  fiber* sleeper = nullptr;
  executor* on = nullptr;
  const computation_instance* wanted = nullptr;  // for the error's text
  source_place at;                // where it is needed; for the error's text
  base::instant since{};          // when the wait began, to some milliseconds
  bool object_runs_elsewhere = false;  // another worker runs the object that it needs
  std::uint64_t ticket = 0;       // later waits have higher ones
  worker* listed_with = nullptr;  // in whose list of waiters it is
  waiter* before = nullptr;
  waiter* after = nullptr;
};

}  // namespace mentat
