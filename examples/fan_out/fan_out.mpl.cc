// Fan-out and fan-in, in the keywords of the Mentat papers: k workers count primes, and adders sum
// the counts.
#include <mentat/mpl.h>

#include <cstdlib>
#include <iostream>
#include <vector>

mentat class worker {
 public:
  int count_primes(int begin, int end) {
    int found = 0;
    for (int number = begin; number < end; ++number) {
      found += is_prime(number) ? 1 : 0;
    }
    rtf(found);
  }

 private:
  bool is_prime(int number) {
    for (int divisor = 2; divisor * divisor <= number; ++divisor) {
      if (number % divisor == 0) {
        return false;
      }
    }
    return number >= 2;
  }
};

regular mentat class adder {
 public:
  int add(int a, int b) { rtf(a + b); }
};

int main(int argc, char** argv) {
  const int workers = argc > 1 ? std::atoi(argv[1]) : 8;
  const int share = 25000;
  if (argc > 2 || workers < 1 || workers > 10000) {
    std::cerr << "fan_out: usage: fan_out [WORKERS], a number from 1 to 10000\n";
    return 2;
  }

  worker counter;
  adder sum;
  std::vector<int> found(workers);
  for (int i = 0; i < workers; ++i) {
    found[i] = counter.count_primes(i * share, (i + 1) * share);
  }
  int total = 0;
  for (int i = 0; i < workers; ++i) {
    total = sum.add(total, found[i]);
  }

  std::cout << workers << " workers found " << total << " primes below " << workers * share << "\n";
  return 0;
}
