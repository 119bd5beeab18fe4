// An assignment is itself used as a value: in a comparison, a chain, a condition, an argument.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] worker {
 public:
  int twice(int n) { rtf(2 * n); }
};

int main() {
  worker w;
  int x = 0, y = 0, z = 0;
  bool two = (x = w.twice(1)) == 2;
  y = z = w.twice(x);
  int a = w.twice(y = w.twice(z));
  if ((x = w.twice(0))) std::printf("wrong\n");
  (y = w.twice(3)) += 1;
  int rounds = 0;
  while ((z = w.twice(z)) < 50) ++rounds;
  std::printf("%d %d %d %d %d %d\n", two, x, y, z, a, rounds);
}
