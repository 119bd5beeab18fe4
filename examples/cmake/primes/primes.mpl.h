#pragma once
#include <mentat/mpl.h>

/// Counts primes; stateless, so that calls run in parallel.
class [[mentat::regular]] prime_counter {
 public:
  /// How many primes p there are with from <= p < to.
  int count(int from, int to);
};
