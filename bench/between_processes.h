// Calls between two processes of one host, and what they are compared with: the same exchange by a
// bare ring in shared memory and by bare ZeroMQ, each with a process of its own at the other end.
// All are measured in turn in one run, so that they see one machine.
#pragma once

#include <cstddef>
#include <memory>

namespace mentat::bench {

// One way of asking another process and having its answer; messages of 128 bytes.
class asked_process {
 public:
  virtual ~asked_process() = default;  // ends the process
  virtual void ask() = 0;              // sends a question
  virtual void answer() = 0;           // waits for the next answer
};
// Between looks at the ring: 50 `pause`, then sched_yield, for 50 us, then a futex; or a futex at
// once.
std::unique_ptr<asked_process> by_spinning_ring();
std::unique_ptr<asked_process> by_futex_ring();
std::unique_ptr<asked_process> by_zeromq();  // DEALER to ROUTER over ipc://, each waits in poll

// ns per call of a persistent object in another process. A pipelined call waits for its result only
// when 100 were made.
double null_call(std::size_t times);
double pipelined_call(std::size_t times);
// ns for one call whose argument has so many bytes; the result is a number.
double large_argument(std::size_t bytes);

int run_between_processes(int argc, char** argv);

}  // namespace mentat::bench
