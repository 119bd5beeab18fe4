// x[i++] = A.op(): subscripts with effects, subscripts that are results.
#include <mentat/mpl.h>

#include <cstdio>
#include <vector>

mentat class worker {
 public:
  int twice(int n) { rtf(2 * n); }
};

int main() {
  worker w;
  int x[6] = {0, 0, 0, 0, 0, 0};
  int i = 0;
  x[i++] = w.twice(1);
  x[i++] = w.twice(2);
  x[i += 1] = w.twice(3);
  int at = w.twice(1);
  x[at] = w.twice(x[at - 1]);
  x[at + 2] = w.twice(at);
  std::vector<int> v(5, 1);
  int j = 4;
  v[--j] = w.twice(50);
  v[--j] = w.twice(v[j + 1]);
  v[x[0]] += 1;
  for (int n : x) std::printf("%d ", n);
  for (int n : v) std::printf("%d ", n);
  std::printf("%d %d\n", i, j);
}
