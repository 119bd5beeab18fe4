// volatile variables, const arrays, thread_local and static constants are never delayed.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] worker {
 public:
  int twice(int n) { rtf(2 * n); }
};

thread_local int own = 0;

int main() {
  worker w;
  volatile int v = 1;
  v = w.twice(3);
  const int a[2] = {w.twice(v), w.twice(1)};
  static const int once = w.twice(a[0]);
  own = w.twice(once);
  volatile int u = w.twice(own);
  int x = w.twice(u);
  const int& r = w.twice(x);
  std::printf("%d %d %d %d %d %d %d %d\n", v, a[0], a[1], once, own, u, x, r);
}
