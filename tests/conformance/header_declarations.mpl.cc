// Variables that are declared in the headers of if, while, switch and for.
#include <mentat/mpl.h>

#include <cstdio>

mentat class worker {
 public:
  int less(int n) { rtf(n - 1); }
};

int main() {
  worker w;
  if (int x = w.less(5)) std::printf("%d ", x);
  if (int x = w.less(1); x == 0) {
    x = w.less(x);
    std::printf("%d ", x);
  } else {
    std::printf("wrong ");
  }
  int rounds = 0;
  for (int i = w.less(4), j = w.less(i); i > 0 && j < 10; i = w.less(i)) {
    rounds += 10 * i + j;
    j = w.less(j + 3);
  }
  int n = 4;
  while (int left = w.less(n)) {
    n = left;
    rounds += 1000;
  }
  std::printf("%d\n", rounds);
}
