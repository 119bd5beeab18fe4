// The work that `peers` and `table1` give to every system: calls that take some bytes and return an
// integer. Each system is a class derived from the one below and a main() that passes it to
// measure_calls().
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace mentat::bench {

class callee {
 public:
  virtual ~callee() = default;

  // Begins a call with an argument of `bytes` bytes; 0: the argument is one integer.
  virtual void start(std::size_t bytes) = 0;
  // Waits for the result of the oldest unfinished call.
  virtual void finish() = 0;

  // Begins `count` calls before it awaits the first result.
  virtual void call(std::size_t count, std::size_t bytes) {
    for (std::size_t i = 0; i < count; ++i) start(bytes);
    for (std::size_t i = 0; i < count; ++i) finish();
  }
  // The number of calls that may be outstanding.
  [[nodiscard]] virtual std::size_t max_outstanding() const { return 512; }
  // Makes one call to each of four callees and sums the results. False: unsupported.
  virtual bool fan() { return false; }
  // Microseconds to create one more callee, until it can be called. Negative: unsupported.
  virtual double create() { return -1; }
};

// Options: --rows LIST (null_call, pipelined, arguments, transport, fan, create; default: all but
// transport), --seconds S a row, --most-bytes N. Returns the exit status.
//
// Rows: null_call; pipelined_D, microseconds a call with D outstanding; argument_B, one call with B
// bytes; fan_4; object_creation; transport: message_transport (half a null call), message_send (one
// `start` while others are in flight), bandwidth (KB/s, from the largest argument less a null call,
// as in [TOCS96 4.3.1]).
int measure_calls(int argc, char** argv, callee& system);

// An argument of that many bytes; always the same memory.
const std::vector<char>& argument_of(std::size_t bytes);

}  // namespace mentat::bench
