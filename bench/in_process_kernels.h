// The limits of calls within one process, and the kernels that both sides share.
#pragma once

#include <cstddef>
#include <span>

namespace mentat::bench {

// An allocation of the size of a call, an indirect call, a free: the lower bound of an invocation.
// Nanoseconds each.
double allocate_call_free(std::size_t times);

// Passes a pointer from one thread to another and back through two one-place queues; both threads
// spin. Nanoseconds a round.
double pointer_queue_round_trip(std::size_t rounds);

// The loop that bounds a reduction over a result variable.
long call_elsewhere(long n);  // opaque to the compiler
double sum_of(std::span<const double> values);

}  // namespace mentat::bench
