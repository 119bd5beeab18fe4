// Deep elaboration [TOCS96 Figure 2]: a call of fib replaces itself by a graph of three calls and
// ends without waiting.
#include <mentat/mpl.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <iostream>

class [[mentat::regular]] adder {
 public:
  std::int64_t add(std::int64_t a, std::int64_t b) { rtf(a + b); }
};

class [[mentat::regular]] fibonacci {
 public:
  std::int64_t fib(int n) {
    if (n < 2) {
      return n;
    }
    fibonacci self;
    adder sum;
    rtf(sum.add(self.fib(n - 1), self.fib(n - 2)));
  }
};

// The number of member function calls of fib(n), itself included: each call with n >= 2 makes two
// of fib and one of add.
std::int64_t calls_of(int n) {
  std::int64_t before = 1;
  std::int64_t calls = 1;
  for (int i = 2; i <= n; ++i) {
    const std::int64_t next = 2 + calls + before;
    before = calls;
    calls = next;
  }
  return calls;
}

int main(int argc, char** argv) {
  char* end = nullptr;
  const long n = argc > 1 ? std::strtol(argv[1], &end, 10) : 20;
  if (argc > 2 || (end != nullptr && (end == argv[1] || *end != '\0')) || n < 0 || n > 45) {
    std::cerr << "fibonacci: usage: fibonacci [N], a number from 0 to 45\n";
    return 2;
  }

  fibonacci numbers;
  const auto start = std::chrono::steady_clock::now();
  const std::int64_t value = numbers.fib(static_cast<int>(n));
  std::cout << "fib(" << n << ") = " << value << " by " << calls_of(static_cast<int>(n))
            << " calls\n";
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::cerr << static_cast<std::int64_t>(calls_of(static_cast<int>(n)) / seconds.count())
            << " calls per second\n";
  return 0;
}
