// += and its family with a call or with a result variable on either side; ++ and <<=.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] worker {
 public:
  int twice(int n) { rtf(2 * n); }
};

int main() {
  worker w;
  int x = w.twice(5);
  x += w.twice(x);
  std::printf("%d\n", x);
  x = w.twice(3);
  x++;
  --x;
  ++x;
  x <<= w.twice(1);
  std::printf("%d\n", x);
  int y = w.twice(100);
  x = w.twice(2);
  y -= x;
  y %= 7;
  y |= x;
  std::printf("%d %d\n", x, y);
}
