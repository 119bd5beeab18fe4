// Which work unit of another process the calling thread executes. Others read it after the end of
// this process, because that unit may have ended it (mmps/shm/bell.h). A unit that waits for
// another call is executed by no thread. Thread-safety: each thread has its own. Out of line,
// because the caller may have moved to another thread since it called last.
#pragma once

#include <atomic>
#include <cstdint>

namespace mentat {

// Where the calling thread shows it; null: nowhere. It outlives that.
void show_executing_unit_in(std::atomic<std::uint64_t>* place);

// The calling thread executes that unit from now on; 0: none. Returns the one before.
std::uint64_t note_executing(std::uint64_t unit);

// While it lives, the unit is executed; 0: it changes nothing. May end on another thread.
class unit_executes {
 public:
  explicit unit_executes(std::uint64_t unit)
      : unit_(unit), before_(unit != 0 ? note_executing(unit) : 0) {}
  ~unit_executes() {
    if (unit_ != 0) note_executing(before_);
  }
  unit_executes(const unit_executes&) = delete;
  unit_executes& operator=(const unit_executes&) = delete;

 private:
  const std::uint64_t unit_, before_;
};

}  // namespace mentat
