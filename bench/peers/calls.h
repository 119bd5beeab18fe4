// The work that `peers` and `table1` give to every system: calls that take some bytes and return an
// integer. A system is a class below and a main() that hands it to measure_calls().
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace mentat::bench {

class callee {
 public:
  virtual ~callee() = default;

  // Begins a call whose argument has `bytes` bytes; 0: the argument is one integer.
  virtual void start(std::size_t bytes) = 0;
  // Waits for the result of the oldest call that was begun and not finished.
  virtual void finish() = 0;

  // `count` calls that are all begun before the first result is awaited.
  virtual void call(std::size_t count, std::size_t bytes) {
    for (std::size_t i = 0; i < count; ++i) start(bytes);
    for (std::size_t i = 0; i < count; ++i) finish();
  }
  // Calls that may be begun before the first is finished.
  [[nodiscard]] virtual std::size_t max_outstanding() const { return 512; }
  // One call to each of four callees, and the sum of their results. False: not offered.
  virtual bool fan() { return false; }
  // Microseconds for one more callee, until it can be called. Below 0: not offered.
  virtual double create() { return -1; }
};

// Options: --rows LIST (null_call, pipelined, arguments, transport, fan, create; all but transport
// if not given), --seconds S a row, --most-bytes N. The exit status.
//
// Rows: null_call; pipelined_D, microseconds a call with D outstanding; argument_B, one call with B
// bytes; fan_4; object_creation; transport: message_transport (half a null call), message_send (one
// `start` while others are on their way), bandwidth (KB/s, from the largest argument less a null
// call, as in [TOCS96 4.3.1]).
int measure_calls(int argc, char** argv, callee& system);

// An argument of that many bytes; the same memory each time.
const std::vector<char>& argument_of(std::size_t bytes);

}  // namespace mentat::bench
