// A recursive ordinary function, and recursive member functions that wait for their parts.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] tree {
 public:
  long fibonacci(int n) {
    if (n < 2) return n;
    tree t;
    long a = t.fibonacci(n - 1);
    long b = t.fibonacci(n - 2);
    return a + b;
  }
  int add(int a, int b) { rtf(a + b); }
};

int depth(tree& t, int n) {
  int here = 0;
  here = t.add(n, 1);
  if (n == 0) return here;
  int below = depth(t, n - 1);
  int sum = t.add(here, below);
  return sum;
}

int main() {
  tree t;
  long f = t.fibonacci(14);
  int d = depth(t, 30);
  std::printf("%ld %d\n", f, d);
}
