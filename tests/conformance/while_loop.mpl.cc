// The condition reads the variable that the body assigns.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] worker {
 public:
  int grow(int n) { rtf(n + 3); }
};

int main() {
  worker w;
  int x = 0;
  int rounds = 0;
  while (x < 10) {
    x = w.grow(x);
    ++rounds;
  }
  std::printf("%d %d\n", x, rounds);
  rounds = 0;
  while (w.grow(rounds) < 8) ++rounds;
  std::printf("%d\n", rounds);
}
