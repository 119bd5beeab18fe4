// Lambdas: by copy, by reference, with variables of their own, and kept.
#include <mentat/mpl.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

mentat class worker {
 public:
  int op(int n, int m = 2) { return n + m; }
  double half(double d) { return d / 2; }
  std::string text(int n) { return std::string(n, 0); }
  std::vector<double> row(int n) { return std::vector<double>(n); }
};

int run(worker A) {
  int w = A.op(1), sum = 0;
  auto copy = [w] { return w + 1; };
  w = A.op(2);
  auto every = [=] { return w + sum; };
  w = A.op(3);
  auto look = [&] { return w; };
  w = A.op(look());
  auto fill = [&](int n) { sum = A.op(sum, n); };
  fill(1);
  auto own = [A](int n) mutable {
    int x = A.op(n), y;
    y = A.op(x);
    if (n > 1) return y;
    return x;
  };
  int z = A.op(copy(), every());
  std::vector<int> v(3);
  std::for_each(v.begin(), v.end(), [&](int& e) { e = z; });
  int k = A.op(4);
  std::function<int()> kept = [&] { return k; };
  int d = A.op(5);
  std::function<int()> late = [&d] { return d; };
  d = A.op(6);
  return own(sum) + kept() + late();
}
