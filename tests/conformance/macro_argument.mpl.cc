// A result variable is written in the arguments of macros, used there once, twice, or not at all.
#include <mentat/mpl.h>

#include <cassert>
#include <cstdio>

#define SQUARE(x) ((x) * (x))
#define IGNORE(x) 5
#define LARGER(a, b) ((a) > (b) ? (a) : (b))

class [[mentat::regular]] worker {
 public:
  int twice(int n) { rtf(2 * n); }
};

int main() {
  worker w;
  int x = w.twice(4);
  int y = w.twice(3);
  assert(x == 8);
  std::printf("%d %d\n", SQUARE(x), LARGER(x, y));
  x = w.twice(y);
  int z = IGNORE(x) + SQUARE(x + y);
  std::printf("%d\n", z);
}
