// Names bound to the parts of a result, by value and by reference.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>
#include <utility>

struct point {
  int x = 0;
  int y = 0;
};

mentat class worker {
 public:
  point make(int x, int y) { rtf(point{x, y}); }
  std::pair<int, std::string> name(int n) { rtf(std::pair(n, std::to_string(n))); }
  int twice(int n) { rtf(2 * n); }
};

int main() {
  worker w;
  auto [x, y] = w.make(1, 2);
  const auto& [number, text] = w.name(34);
  point p = w.make(x, y + 1);
  auto& [px, py] = p;
  p = w.make(w.twice(px), py);
  px = w.twice(px);
  int z = w.twice(y);
  std::printf("%d %d %d %d %d %d %s\n", x, y, z, p.x, py, number, text.c_str());
}
