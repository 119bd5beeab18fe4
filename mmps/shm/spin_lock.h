// A lock for the time of writing a message: one locked operation to take it, none to release it. A
// thread that finds it held spins, and yields the core to the holder after 100 polls.
#pragma once

#include <sched.h>

#include <atomic>

namespace mentat::mmps::shm {

class spin_lock {
 public:
  bool try_lock() { return !held_.exchange(true, std::memory_order_acquire); }
  void lock() {
    for (int polls = 0; !try_lock();) [[unlikely]] {
      while (held_.load(std::memory_order_relaxed))
        if (++polls > 100) sched_yield();
    }
  }
  void unlock() { held_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> held_{false};
};

}  // namespace mentat::mmps::shm
