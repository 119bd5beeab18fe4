// do-while with continue and break while variables of the body are delayed.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] worker {
 public:
  int grow(int n) { rtf(n + 1); }
};

int main() {
  worker w;
  int x = 0;
  int sum = 0;
  do {
    int y = 0;
    x = w.grow(x);
    y = w.grow(x);
    if (x % 3 == 0) continue;
    sum += y;
    if (sum > 40) break;
  } while (x < 20);
  std::printf("%d %d\n", x, sum);
}
