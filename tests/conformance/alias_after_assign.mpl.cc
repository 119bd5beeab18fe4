// Aliases are made when all calls have been made, and no call follows: nothing may be read through
// them too early.
#include <mentat/mpl.h>

#include <cstdio>
#include <numeric>
#include <span>

class [[mentat::regular]] worker {
 public:
  int square(int n) { rtf(n * n); }
};

int total(std::span<const int> s) { return std::accumulate(s.begin(), s.end(), 0); }

int main() {
  worker w;
  int x[10];
  for (int i = 0; i < 10; ++i) x[i] = w.square(i);
  std::printf("%d ", std::accumulate(x, x + 10, 0));
  int y[4];
  for (int i = 0; i < 4; ++i) y[i] = w.square(x[i + 1]);
  std::printf("%d ", total(y));
  int z = w.square(11);
  const int* p = &z;
  const int& r = z;
  std::printf("%d %d\n", *p, r);
}
