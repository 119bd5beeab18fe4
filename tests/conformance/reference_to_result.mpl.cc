// A reference is bound to a variable before a Mentat assignment: it reads the new
// value.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] worker {
 public:
  int twice(int n) { rtf(2 * n); }
};

int main() {
  worker w;
  int x = 1;
  int& r = x;
  x = w.twice(4);
  std::printf("%d\n", r);
  r = w.twice(10);
  std::printf("%d\n", x);
  int y = w.twice(50);
  const int& s = y;  // made while y may be delayed
  std::printf("%d\n", s);
}
