// The programs of [LINDA86 5] and [RLINDA A] in virtual time, on the machines of linda_kernel.h and
// r_linda_server.h. Deterministic; not thread-safe.
#pragma once

#include <cstdint>

#include "bench/papers/then/linda_kernel.h"
#include "bench/papers/then/machine.h"
#include "bench/papers/then/r_linda_server.h"

namespace mentat::bench::then {

/// What the S/Net and its kernel cost. All of it comes from the paper's prose and from
/// one-processor figures; docs/papers_then.md says which.
struct snet_costs {
  /// An interrupt-driven invocation of the kernel [LINDA86 5]. An `out`, and the entry and the
  /// return of an `in`, run the same routines and cost as much.
  duration pass = microseconds(300);
  /// 80 Mbit/s [LINDA86 4].
  double bus_us_per_byte = 0.1;
  /// Formatting a tuple at run time: 128 rows of 64 numbers take 0.6 s to put.
  double format_us_per_byte = (0.6e6 / 128 - 300) / 256;
  /// An inner step of the matrix program: the C program takes 113 s for 64 x 64.
  double multiply_us = 113e6 / (64.0 * 64 * 64);
};

struct linda_measured {
  double seconds = 0;
  double pairs_per_second = 0;
  double interrupts_per_pair = 0;  // of a worker's kernel
  std::uint64_t messages = 0, bytes = 0;
  bool right = false;  // the answer
};

/// PING and PONG until PING has counted to `limit`: 2 x limit pairs.
linda_measured ping_pong(linda_design design, unsigned limit, const snet_costs& costs = {});
/// The program that computes the product of two matrices, an element or a row a task.
linda_measured linda_matrix(linda_design design, int dimension, unsigned workers, bool by_row,
                            const snet_costs& costs = {});

/// The cost of R-Linda's remote procedure calls on one processor.
struct r_linda_costs {
  /// 3000 null calls take 25.2 s [RLINDA A].
  duration null_call = microseconds(25.2e6 / 3000);
  /// A call that carries a tuple: the skeleton without delay makes 4000 calls in 69.7 s, 3000 with
  /// a tuple.
  duration tuple = microseconds((69.7e6 - 4000 * 8400.0) / 3000);
  /// The processing of client and server in a call of the full version: 35.3 s for 500 cycles,
  /// which the paper divides by 3000 calls.
  duration processing = microseconds(35.3e6 / 3000);
};

struct r_linda_measured {
  double seconds = 0;
  std::uint64_t calls = 0, polls = 0;
};

/// 500 cycles of PING and PONG on one processor; a client asks again after `delay`. The skeleton
/// makes the calls of an unmatched `in` once each and matches nothing. `guard`: the server answers
/// an `in` when there is a tuple, which is what [RLINDA 7] asks of remote procedure calls.
r_linda_measured r_linda_ping_pong(unsigned cycles, duration delay, bool skeleton, bool guard,
                                   const r_linda_costs& costs = {});

}  // namespace mentat::bench::then
