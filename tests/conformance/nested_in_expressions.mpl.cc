// Calls inside arithmetic, conditions, subscripts, arguments of ordinary functions and of other
// calls.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] worker {
 public:
  int add(int a, int b) { rtf(a + b); }
};

int weigh(int a, int b, int c) { return 100 * a + 10 * b + c; }

int main() {
  worker w;
  const int table[5] = {10, 11, 12, 13, 14};
  int x = w.add(1, 1);
  int y = (w.add(x, 1) * 2 - w.add(x, x) / 2) << w.add(0, 1);
  int z = table[w.add(x, 1)] + table[x];
  int u = weigh(w.add(x, 1), x, w.add(x, w.add(x, x)));
  int v = w.add(weigh(x, x, x), -w.add(3, 4));
  if (w.add(x, y) > w.add(x, x) && !w.add(x, -x)) z += (w.add(1, 2), w.add(100, 200));
  std::printf("%d %d %d %d\n", y, z, u, v);
}
