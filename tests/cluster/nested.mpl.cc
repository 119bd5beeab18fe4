// Calls that make calls, so that a result on one host depends on work of another while a host
// leaves.
//
//   nested     prints fib(17), by elaboration, and the sum of 60 calls that wait for calls of their
//              own; prints a line when it runs. The first error, with its text, ends it with
//              status 3.
#include <mentat/errors.h>
#include <mentat/mpl.h>

#include <chrono>
#include <cstdio>
#include <vector>

namespace {

void work_for(std::chrono::microseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
  }
}

}  // namespace

class [[mentat::regular]] adder {
 public:
  int add(int a, int b) { return a + b; }
};

class [[mentat::regular]] fibonacci {
 public:
  int fib(int n) {
    work_for(std::chrono::microseconds(100));
    if (n < 2) {
      return n;
    }
    fibonacci self;
    adder sum;
    rtf(sum.add(self.fib(n - 1), self.fib(n - 2)));
  }
};

class [[mentat::regular]] nest {
 public:
  int leaf(int n) {
    work_for(std::chrono::milliseconds(2));
    return n;
  }
  int branch(int n) {
    nest other;
    int a = other.leaf(n), b = other.leaf(1), c = other.leaf(2);
    work_for(std::chrono::milliseconds(3));
    return a + b + c;
  }
};

int main() {
  fibonacci numbers;
  nest tree;
  int deep = numbers.fib(17);
  std::vector<int> sums(60);
  for (int i = 0; i < 60; ++i) sums[i] = tree.branch(i);
  std::fprintf(stderr, "running\n");
  try {
    std::printf("fib %d\n", deep);
    int sum = 0;
    for (int one : sums) sum += one;
    std::printf("sum %d\n", sum);
  } catch (const mentat::remote_error& error) {
    std::printf("%s\n", error.explain().c_str());
    return 3;
  }
  return 0;
}
