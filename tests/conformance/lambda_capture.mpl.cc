// Captured by copy the value is fixed when the lambda is made, by reference it is the value of the
// moment.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] worker {
 public:
  int twice(int n) { rtf(2 * n); }
};

int main() {
  worker w;
  int x = 0;
  x = w.twice(5);
  auto copy = [x] { return x + 1; };
  auto every = [=](int n) { return x + n; };
  auto reference = [&x] { return x + 1; };
  x = w.twice(50);
  std::printf("%d %d ", copy(), every(2));
  std::printf("%d\n", reference());
  x = w.twice(x);
  auto named = [y = x] { return y; };
  auto all = [&] { return x; };
  x = 3;
  std::printf("%d %d %d\n", named(), all(), copy());
}
