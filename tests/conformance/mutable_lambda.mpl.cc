// A lambda's own copy changes, the variable does not; the variable changes, the copy does not.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] worker {
 public:
  int twice(int n) { rtf(2 * n); }
};

int main() {
  worker w;
  int x = w.twice(5);
  auto next = [x]() mutable { return x++; };
  auto doubled = [x, w]() mutable {
    x = w.twice(x);
    return x;
  };
  x = w.twice(50);
  int a = next();
  int b = next();
  int c = doubled();
  int d = doubled();
  std::printf("%d %d %d %d %d\n", a, b, c, d, x);
}
