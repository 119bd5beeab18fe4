// Elements are copied to elements, to themselves, swapped, and read at both ends.
#include <mentat/mpl.h>

#include <cstdio>
#include <utility>
#include <vector>

class [[mentat::regular]] worker {
 public:
  int twice(int n) { rtf(2 * n); }
};

int main() {
  worker w;
  std::vector<int> v(4, 1);
  v[0] = w.twice(5);
  v[1] = v[0];
  v[0] = w.twice(v[1]);
  v[2] = v[2];
  v[3] = w.twice(7);
  std::swap(v[2], v[3]);
  v.back() = v.front();
  int x[3] = {1, 2, 3};
  x[2] = w.twice(10);
  x[1] = x[2];
  x[2] = w.twice(20);
  x[0] = w.twice(30);
  int t = x[0];
  x[0] = x[2];
  x[2] = t;
  std::printf("%d %d %d %d %d %d %d\n", v[0], v[1], v[2], v[3], x[0], x[1], x[2]);
}
