// A member's default initialiser and a default argument of an ordinary function make calls.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] worker {
 public:
  int twice(int n) { rtf(2 * n); }
};

struct settings {
  worker w;
  int size = w.twice(4);
  int area = w.twice(size) + size;
};

int scaled(int n, int by = worker().twice(5)) { return n * by; }

int main() {
  settings s;
  int x = s.w.twice(s.area);
  std::printf("%d %d %d %d %d\n", s.size, s.area, x, scaled(x), scaled(x, 2));
}
