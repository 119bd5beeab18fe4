// Calls between two processes over the network, beside the same exchange by hand on libzmq: a
// DEALER asks, a ROUTER answers, with messages of the same lengths (a header of 128 bytes before
// each body), ipc:// and no keys on either side, the callers on one core and the callees on
// another. By hand both sides block, as is usual; a second variant polls for 50 us first, and
// yields the core to libzmq's thread at each poll, as Mentat does. One run measures all in turn, so
// that they share the machine's state.
#pragma once

#include <cstddef>
#include <memory>

namespace mentat::bench {

inline constexpr std::size_t question_bytes = 128 + 12;  // header, compact future, one int
inline constexpr std::size_t answer_bytes = 128 + 4;

// The other process, by hand; it ends with its owner.
class asked_by_hand {
 public:
  virtual ~asked_by_hand() = default;
  virtual void ask(std::size_t bytes) = 0;  // bodies of 1 MiB or more are lent, not copied
  virtual void answer() = 0;
};
enum class waits { blocks, polls };
std::unique_ptr<asked_by_hand> by_hand_on_zeromq(waits how);

// Pins the object's process to its core if each party has one (bench/peers/placement.h).
void network_take_core();
// ns per call of a persistent object in another process. Pipelined calls await their results in
// batches of 100.
double network_null_call(std::size_t times);
double network_pipelined_call(std::size_t times);
// A call with an argument of so many bytes, moved into the call; the result is a number.
struct large_call {
  double ns = 0;
  // The peak memory of the process during the call, less the memory before the argument was made,
  // as a multiple of the argument.
  double caller_memory = 0, callee_memory = 0;
};
large_call network_large_argument(std::size_t bytes);

int run_over_network(int argc, char** argv);

}  // namespace mentat::bench
