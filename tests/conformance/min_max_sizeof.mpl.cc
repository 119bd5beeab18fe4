// Standard algorithms on result variables; sizeof, decltype, noexcept are not uses.
#include <mentat/mpl.h>

#include <algorithm>
#include <cstdio>
#include <utility>

mentat class worker {
 public:
  int twice(int n) { rtf(2 * n); }
};

int main() {
  worker w;
  int x = w.twice(4);
  int y = w.twice(3);
  int larger = std::max(x, y);
  x = w.twice(1);
  decltype(x) z = sizeof(x) == sizeof(int) && noexcept(x + 1);
  int smaller = std::min({x, y, z + 5});
  y = w.twice(x);
  std::swap(x, y);
  int clamped = std::clamp(x, y, larger);
  std::printf("%d %d %d %d %d\n", larger, smaller, x, y, clamped);
  int s = sizeof(w.twice(1));
  decltype(w.twice(2)) t = w.twice(s);
  std::printf("%d\n", t == 2 * static_cast<int>(sizeof(int)));
}
