// The turn of a persistent object: the calls that it executes in a row before other work of its
// worker runs. It is over after 256 calls, or at the 16th, 24th, ... call if these have taken more
// than 100 us since the 8th: reading the clock once in eight calls costs a short call nothing that
// shows. Thread-safety: none; it lives on the stack that runs the object.
#pragma once

#include <cstdint>

namespace mentat {

class object_turn {
 public:
  static constexpr unsigned most_calls = 256;
  static constexpr std::int64_t longest_ns = 100'000;

  // Counts a call. `clock` gives nanoseconds; one that stands still is fine.
  template <class Clock>
  [[nodiscard]] bool is_over_after_call(const Clock& clock) {
    if (++calls_ % calls_per_check != 0) [[likely]]
      return false;
    const std::int64_t now = clock();
    if (calls_ == calls_per_check) began_ns_ = now;
    return calls_ >= most_calls || now - began_ns_ > longest_ns;
  }

 private:
  static constexpr unsigned calls_per_check = 8;

  unsigned calls_ = 0;
  std::int64_t began_ns_ = 0;
};

}  // namespace mentat
