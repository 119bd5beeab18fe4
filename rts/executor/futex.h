// Sleeping on a word until another thread changes it (Linux futex). `shared`: the word lies in
// memory that processes share.
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>

namespace mentat {

// Sleeps while *word == expected, at most `longest` (zero: without end). May come back early.
inline void futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t expected,
                       std::chrono::nanoseconds longest, bool shared) {
  timespec limit{static_cast<time_t>(longest.count() / 1'000'000'000),
                 static_cast<long>(longest.count() % 1'000'000'000)};
  syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word),
          shared ? FUTEX_WAIT : FUTEX_WAIT_PRIVATE, expected,
          longest.count() > 0 ? &limit : nullptr, nullptr, 0);
}

inline void futex_wake(std::atomic<std::uint32_t>& word, bool shared) {
  syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word),
          shared ? FUTEX_WAKE : FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

}  // namespace mentat
