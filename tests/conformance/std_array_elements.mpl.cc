// Elements of a std::array are result variables; the whole array goes on as an argument.
#include <mentat/mpl.h>

#include <array>
#include <cstdio>

class [[mentat::regular]] worker {
 public:
  double scale(double x, double by) { rtf(x * by); }
  double sum(std::array<double, 4> x) { rtf(x[0] + x[1] + x[2] + x[3]); }
};

int main() {
  worker w;
  std::array<double, 4> x{1, 2, 3, 4};
  for (int i = 0; i < 4; ++i) x[i] = w.scale(x[i], 10);
  x[2] = w.scale(x[2], 2);
  double total = w.sum(x);
  x[0] = 0;
  std::printf("%.0f %.0f %.0f\n", total, x[0], x[3]);
}
