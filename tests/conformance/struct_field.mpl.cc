// A field is a result variable; a copy of the whole struct sees it, and the copy is independent.
#include <mentat/mpl.h>

#include <cstdio>

struct point {
  int x = 1;
  int y = 2;
};

mentat class worker {
 public:
  int twice(int n) { rtf(2 * n); }
};

int main() {
  worker w;
  point p;
  p.y = w.twice(21);
  point q = p;
  p.y = w.twice(q.y);
  p.x = w.twice(p.y);
  std::printf("%d %d %d %d\n", p.x, p.y, q.x, q.y);
}
