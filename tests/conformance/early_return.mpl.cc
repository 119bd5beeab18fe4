// A function is left at several places while its variables are delayed, some never used.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] worker {
 public:
  int twice(int n) { rtf(2 * n); }
};

int work(worker& w, int n) {
  int unused = w.twice(1000);
  int x = w.twice(n);
  if (n == 0) return -1;
  int y = w.twice(x);
  if (n == 1) return x;
  if (n == 2) return y;
  unused = w.twice(y);
  int z = w.twice(unused);
  return z + 1;
}

int main() {
  worker w;
  for (int i = 0; i < 4; ++i) std::printf("%d ", work(w, i));
  std::printf("\n");
}
