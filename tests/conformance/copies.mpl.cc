// u = w and w = u between result variables, chains of them, and a swap by hand: each keeps the
// value it was given.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] worker {
 public:
  int twice(int n) { rtf(2 * n); }
};

int main() {
  worker w;
  int a = w.twice(1);
  int b = w.twice(2);
  int t = a;
  a = b;
  b = t;
  int c = a;
  a = w.twice(10);
  int d = c;
  c = w.twice(a);
  std::printf("%d %d %d %d %d\n", a, b, c, d, t);
  int previous = 0;
  int current = 1;
  for (int i = 0; i < 5; ++i) {
    int old = current;
    current = w.twice(current + previous);
    previous = old;
  }
  std::printf("%d %d\n", previous, current);
}
