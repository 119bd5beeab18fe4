// The gate through which a worker passes when it wakes. Whoever acts on waits, or looks at them,
// while all workers sleep keeps it closed meanwhile, so that nothing runs. Thread-safety: all
// functions.
#pragma once

#include <atomic>

namespace mentat {

class sleep_gate {
 public:
  void pass() const { closed_.wait(true, std::memory_order_seq_cst); }
  // Waits until nobody else keeps it closed.
  void close() {
    while (closed_.exchange(true, std::memory_order_seq_cst)) pass();
  }
  void open() {
    closed_.store(false, std::memory_order_seq_cst);
    closed_.notify_all();
  }

 private:
  std::atomic<bool> closed_{false};
};

}  // namespace mentat
