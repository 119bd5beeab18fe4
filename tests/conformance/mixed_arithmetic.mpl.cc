// Delayed variables, calls, nested calls and constants in one expression, with the types of each.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] worker {
 public:
  int twice(int n) { rtf(2 * n); }
  double half(double x) { rtf(x / 2); }
};

int main() {
  worker w;
  int x = w.twice(3);
  double d = w.half(x);
  double e = x / 4 + w.half(x) / 4 - d * w.twice(x - static_cast<int>(w.half(7))) + 1 / w.twice(1);
  int n = -x + ~w.twice(x) + !w.half(0) + (x ^ w.twice(2)) - x % w.twice(2);
  bool less = x < d || w.half(x) == d;
  std::printf("%.3f %d %d\n", e, n, less);
}
