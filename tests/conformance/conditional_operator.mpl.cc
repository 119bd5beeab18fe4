// ?: with calls in its arms evaluates one of them; with result variables it reads one of them.
#include <mentat/mpl.h>

#include <cstdio>

persistent mentat class counter {
 public:
  int next() { rtf(++count_); }

 private:
  int count_ = 0;
};

mentat class worker {
 public:
  int twice(int n) { rtf(2 * n); }
};

int main() {
  worker w;
  counter a, b;
  mentat::create(a);
  mentat::create(b);
  int n = 0;
  for (int i = 0; i < 5; ++i) n += i % 2 ? a.next() : b.next();
  std::printf("%d %d %d\n", n, a.next(), b.next());
  int x = w.twice(1);
  int y = w.twice(2);
  int z = x > 1 ? y : x;
  int u = y < x ? w.twice(7) : x + y;
  double d = x == 2 ? w.twice(4) : 0.5;
  (x > y ? x : y) = 9;
  std::printf("%d %d %.1f %d %d\n", z, u, d, x, y);
}
