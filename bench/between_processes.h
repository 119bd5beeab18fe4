// Calls between two processes of one host, beside the same exchange over a bare ring in shared
// memory and over bare ZeroMQ, each with its own process at the other end. One run measures all in
// turn, so that they share the machine's state.
#pragma once

#include <cstddef>
#include <memory>

namespace mentat::bench {

// An exchange with another process: questions and answers of 128 bytes.
class asked_process {
 public:
  virtual ~asked_process() = default;  // ends the process
  virtual void ask() = 0;              // sends a question
  virtual void answer() = 0;           // waits for the next answer
};
// Rings in shared memory. The spinning one polls with 50 `pause`, then with sched_yield, for 50 us,
// then waits on a futex; the other waits on a futex at once.
std::unique_ptr<asked_process> by_spinning_ring();
std::unique_ptr<asked_process> by_futex_ring();
std::unique_ptr<asked_process> by_zeromq();  // DEALER to ROUTER over ipc://, each waits in poll

// ns per call of a persistent object in another process. Pipelined calls await their results in
// batches of 100.
double null_call(std::size_t times);
double pipelined_call(std::size_t times);
// ns for one call with an argument of that many bytes; the result is a number.
double large_argument(std::size_t bytes);
// The same for a buffer of doubles that nobody has seen yet; the callee reads one, or adds all.
double local_sum(std::size_t bytes);  // ns to add them, in this process
double large_buffer(std::size_t bytes, bool reads_all);

int run_between_processes(int argc, char** argv);

}  // namespace mentat::bench
