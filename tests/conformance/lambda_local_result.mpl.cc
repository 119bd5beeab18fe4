// Lambdas have result variables of their own, also recursive and generic ones.
#include <mentat/mpl.h>

#include <cstdio>

mentat class worker {
 public:
  int twice(int n) { rtf(2 * n); }
};

int main() {
  worker w;
  auto four_times = [&w](int n) {
    int x = w.twice(n);
    int y = 0;
    y = w.twice(x);
    return y;
  };
  auto generic = [&](auto n) {
    auto x = w.twice(n);
    int y = w.twice(x);
    return x + y;
  };
  auto power = [&](auto&& self, int n) -> int {
    if (n == 0) return 1;
    int below = self(self, n - 1);
    int x = w.twice(below);
    return x;
  };
  int z = four_times(1) + four_times(10);
  z = w.twice(z);
  std::printf("%d %d %d\n", z, generic(5), power(power, 10));
}
