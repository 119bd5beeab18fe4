// w = A.op(w, w): both arguments are the old value; a hundred links are made before the value is
// needed.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] worker {
 public:
  unsigned mix(unsigned a, unsigned b) { rtf(a * 3 + b + 1); }
};

int main() {
  worker w;
  unsigned x = 1;
  for (int i = 0; i < 100; ++i) x = w.mix(x, x);
  unsigned y = 1;
  for (int i = 0; i < 100; ++i) y = y * 4 + 1;
  std::printf("%u %d\n", x, x == y);
}
