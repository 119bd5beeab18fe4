// A vector with delayed elements is captured by copy, by reference and by move.
#include <mentat/mpl.h>

#include <cstdio>
#include <utility>
#include <vector>

mentat class worker {
 public:
  int square(int n) { rtf(n * n); }
};

int main() {
  worker w;
  std::vector<int> v(3);
  for (int i = 0; i < 3; ++i) v[i] = w.square(i + 1);
  auto copy = [v] { return v[0] + v[1] + v[2]; };
  auto reference = [&v] { return v[0] + v[1] + v[2]; };
  v[0] = w.square(10);
  int a = copy();
  int b = reference();
  v[1] = w.square(20);
  auto moved = [u = std::move(v)] { return u[0] + u[1] + u[2]; };
  v = std::vector<int>(3, 1);
  v[2] = w.square(5);
  std::printf("%d %d %d %d %d\n", a, b, copy(), moved(), reference());
}
