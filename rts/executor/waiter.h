// A fiber that waits for a result: an arc whose delivery makes the fiber runnable again.
// Lives on the heap, because the arc may outlive the wait (a deadlock ends the wait, not the arc).
// Does not use the pool of small blocks: at limits.memory, waiting is how memory is freed, and
// limits.fibers bounds the number of waiters. Ownership: the later of the two sides frees it.
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
  source_place at;                               // where the value is needed; for the error's text
  base::instant since{};                         // when the wait began, to some milliseconds
  bool object_runs_elsewhere = false;  // another worker runs the object of the wanted call
  bool told = false;                   // the log says that nothing can end it
  bool can_be_interrupted = false;     // of a pinned main program itself (pinned_main.h)
  // Other waits are broken before this one. The awaited call could not be withdrawn; or its process
  // was asked to, and it has begun if it is still awaited when the session is quiet. Written while
  // no fiber runs.
  bool fails_last = false;
  std::uint64_t ticket = 0;       // later waits have higher tickets
  worker* listed_with = nullptr;  // the worker whose list holds this waiter
  waiter* before = nullptr;
  waiter* after = nullptr;
};

}  // namespace mentat
