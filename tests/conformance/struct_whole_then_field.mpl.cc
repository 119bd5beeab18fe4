// Whole and part of one object, &s == &s.x: a use of the whole must find the part that came later,
// and the other way round.
#include <mentat/mpl.h>

#include <cstdio>

struct point {
  int x = -1;
  int y = -1;
};

class [[mentat::regular]] worker {
 public:
  point make(int x, int y) { rtf(point{x, y}); }
  int number(int n) { rtf(n); }
  int sum(point p) { rtf(p.x * 100 + p.y); }
};

int main() {
  worker w;
  point s = w.make(1, 2);
  s.x = w.number(7);             // whole, then its first field
  int a = w.sum(s);
  point t;
  t.x = w.number(5);             // field, then the whole
  t = w.make(8, 9);
  int b = w.sum(t);
  point u = w.make(3, 4);
  u.y = w.number(6);             // whole, then its last field, then the whole again by value
  point v = u;
  u = w.make(u.y, u.x);
  std::printf("%d %d %d %d %d %d\n", a, b, v.x, v.y, u.x, u.y);
}
