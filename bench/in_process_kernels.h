// The limits that calls within one process are held against, and the kernels that both sides share.
#pragma once

#include <cstddef>
#include <span>

namespace mentat::bench {

// An allocation of the size of a call, an indirect call, a free: what an invocation costs at the
// very least. Nanoseconds each.
double allocate_call_free(std::size_t times);

// A pointer handed from one thread to another and back through two one-place queues, both threads
// spinning. Nanoseconds a round.
double pointer_queue_round_trip(std::size_t rounds);

// The loop that a reduction over a result variable must not be slower than.
long call_elsewhere(long n);  // which the compiler knows nothing of
double sum_of(std::span<const double> values);

}  // namespace mentat::bench
