// Aliases of several kinds are made first, then the call assigns: everything read through them is
// new.
#include <mentat/mpl.h>

#include <cstdio>
#include <functional>
#include <vector>

class [[mentat::regular]] worker {
 public:
  int twice(int n) { rtf(2 * n); }
};

struct view {
  int& value;
};

int& same(int& n) { return n; }

int main() {
  worker w;
  int x = 1;
  view v{x};
  x = w.twice(2);
  std::printf("%d ", v.value);
  int y = 1;
  auto r = std::ref(y);
  y = w.twice(3);
  std::printf("%d ", r.get());
  int z = 1;
  int& s = same(z);
  z = w.twice(4);
  std::printf("%d ", s);
  std::vector<int> e(2, 1);
  int& first = e[0];
  int* second = &e[1];
  e[0] = w.twice(5);
  e[1] = w.twice(6);
  std::printf("%d %d\n", first, *second);
}
