// A word on which threads sleep until it is changed (Linux futex); it may lie in memory that
// processes share.
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <ctime>

#include "mmps/base/instant.h"

namespace mentat::mmps::net {

using word = std::atomic<std::uint32_t>;

// Sleeps while `at` is `expected`, at most `longest` (0: without end). May come back early.
inline void sleep_on(word& at, std::uint32_t expected, base::duration longest) {
  const timespec limit{longest / base::second, longest % base::second};
  syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&at), FUTEX_WAIT, expected,
          longest > 0 ? &limit : nullptr, nullptr, 0);
}

// One of those who sleep there.
inline void wake_one_on(word& at) {
  syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&at), FUTEX_WAKE, 1, nullptr, nullptr, 0);
}

inline void change(word& at) {
  at.fetch_add(1, std::memory_order_seq_cst);
  wake_one_on(at);
}

}  // namespace mentat::mmps::net
