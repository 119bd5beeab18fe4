#include "primes.mpl.h"

namespace {

bool is_prime(int n) {
  if (n < 2) return false;
  for (int divisor = 2; divisor <= n / divisor; ++divisor)
    if (n % divisor == 0) return false;
  return true;
}

}  // namespace

int prime_counter::count(int from, int to) {
  int found = 0;
  for (int n = from; n < to; ++n)
    if (is_prime(n)) ++found;
  return found;
}
