#include "primes.h"

#include <mentat/mpl.h>

#include <vector>

class [[mentat::regular]] sieve {
 public:
  int count(int from, int to) {
    int found = 0;
    for (int n = from; n < to; ++n) {
      bool prime = n > 1;
      for (int d = 2; prime && d * d <= n; ++d) prime = n % d != 0;
      found += prime;
    }
    return found;
  }
};

int primes_below(int limit) {
  constexpr int share = 10'000;
  sieve s;
  std::vector<int> found;
  for (int from = 0; from < limit; from += share) found.push_back(0);
  for (int i = 0; i < static_cast<int>(found.size()); ++i)
    found[i] = s.count(i * share, i * share + share < limit ? i * share + share : limit);
  int total = 0;
  for (int each : found) total += each;
  return total;
}
