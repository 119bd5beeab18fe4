// Calls between two processes over the network, beside the same exchange by hand on libzmq: a
// DEALER that asks, a ROUTER that answers, messages of the same lengths (a header of 128 bytes
// before each body), ipc:// and no keys on either side, the callers on one core and the callees on
// another. By hand both sides block, as one writes it; and once more look for 50 us before they do,
// and leave the core to libzmq's thread at each look, as Mentat does. All are measured in turn in
// one run, so that they see one machine.
#pragma once

#include <cstddef>
#include <memory>

namespace mentat::bench {

inline constexpr std::size_t question_bytes = 128 + 12;  // header, brief future, one int
inline constexpr std::size_t answer_bytes = 128 + 4;

// The other process, by hand; ends with its owner.
class asked_by_hand {
 public:
  virtual ~asked_by_hand() = default;
  virtual void ask(std::size_t bytes) = 0;  // from 1 MiB on the body is lent, not copied
  virtual void answer() = 0;
};
enum class waits { blocks, looks };
std::unique_ptr<asked_by_hand> by_hand_on_zeromq(waits how);

// The process of the object stays on its core, if each is to have one (bench/peers/placement.h).
void network_take_core();
// ns per call of a persistent object in another process. A pipelined call waits for its result only
// when 100 were made.
double network_null_call(std::size_t times);
double network_pipelined_call(std::size_t times);
// A call whose argument has so many bytes and is moved into the call; the result is a number.
struct large_call {
  double ns = 0;
  // The most memory that the process had during the call beyond what it had before the argument,
  // as a multiple of the argument.
  double caller_memory = 0, callee_memory = 0;
};
large_call network_large_argument(std::size_t bytes);

int run_over_network(int argc, char** argv);

}  // namespace mentat::bench
