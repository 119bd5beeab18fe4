// A 32-bit word on which threads sleep until another thread changes it (Linux futex). `shared`:
// processes share the word's memory. Thread-safety: all functions.
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <ctime>

#include "mmps/base/instant.h"

namespace mentat::base {

using futex_word = std::atomic<std::uint32_t>;

// Sleeps while `word` is `expected`, at most `longest` (0: no limit). May return early.
inline void futex_wait(futex_word& word, std::uint32_t expected, duration longest, bool shared) {
  const timespec limit{longest / second, longest % second};
  syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word),
          shared ? FUTEX_WAIT : FUTEX_WAIT_PRIVATE, expected, longest > 0 ? &limit : nullptr,
          nullptr, 0);
}

// Wakes one thread that sleeps there, if any does.
inline void futex_wake(futex_word& word, bool shared) {
  syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word),
          shared ? FUTEX_WAKE : FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

}  // namespace mentat::base
