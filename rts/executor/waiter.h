// A fiber that waits for a result: an arc whose delivery makes the fiber runnable again.
// Lives in a pooled block of its own, because the arc may outlive the wait (a deadlock ends the wait, not the arc).
// Ownership: freed by the later one of the two sides. Thread-safety: by its atomic state.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "rts/core/future.h"
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
  std::uint64_t ticket = 0;                      // later waits have higher ones
  worker* listed_with = nullptr;                 // in whose list of waiters it is
  waiter* before = nullptr;
  waiter* after = nullptr;

  static void* operator new(std::size_t size);
  static void operator delete(void* block, std::size_t size) noexcept;
};

}  // namespace mentat
