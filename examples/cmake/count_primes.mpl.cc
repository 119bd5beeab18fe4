#include <iostream>

#include "limit.h"
#include "primes.mpl.h"
#include "totals/running_total.mpl.h"

int main(int argc, char** argv) {
  const int limit = limit_from(argc, argv);
  constexpr int parts = 20;
  prime_counter counter;
  running_total total;
  mentat::create(total);
  for (int part = 0; part < parts; ++part) {
    const long long begin = part, end = part + 1;
    int found = counter.count(int(begin * limit / parts), int(end * limit / parts));
    total.add(found);  // no wait: the count goes to the total when it is known
  }
  int sum = total.sum();
  std::cout << sum << " primes below " << limit << "\n";
}
