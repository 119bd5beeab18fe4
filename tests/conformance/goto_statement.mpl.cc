// goto forwards and backwards over uses of delayed variables.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] worker {
 public:
  int twice(int n) { rtf(2 * n); }
};

int main() {
  worker w;
  int x = 1;
  int n = 0;
again:
  x = w.twice(x);
  if (++n < 4) goto again;
  {
    int y = 3;
    y = w.twice(x);
    if (n >= 4) goto out;
    std::printf("not reached %d\n", y);
  }
out:
  if (x < 100) {
    x = w.twice(x);
    goto again;
  }
  std::printf("%d %d\n", x, n);
}
