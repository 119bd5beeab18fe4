// One declaration, several variables, each initialised by a call that takes the one before.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] worker {
 public:
  int twice(int n) { rtf(2 * n); }
};

int main() {
  worker w;
  int a = w.twice(1), b = w.twice(a), c = 5, d = w.twice(b + c), *p = &c;
  int e, f = w.twice(d), g[2], h;
  e = w.twice(f);
  g[0] = w.twice(e);
  g[1] = w.twice(*p);
  h = g[0] - g[1];
  std::printf("%d %d %d %d %d %d %d\n", a, b, c, d, e, f, h);
}
