// Elements of arrays and std::array; loops without calls resolve once, in front.
#include <mentat/mpl.h>

#include <array>
#include <string>
#include <vector>

mentat class worker {
 public:
  int op(int n, int m = 2) { return n + m; }
  double half(double d) { return d / 2; }
  std::string text(int n) { return std::string(n, 0); }
  std::vector<double> row(int n) { return std::vector<double>(n); }
};

double run(worker A, int n) {
  double x[8], m[4][4] = {}, sum = 0;
  std::array<double, 8> y{};
  for (int i = 0; i < 8; ++i) x[i] = A.half(i);
  for (int i = 0; i < 8; ++i) y[i] = A.half(x[i]);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) m[i][j] = A.half(m[j][i]);
  for (int i = 0; i < 8; ++i) sum += x[i] * y[i];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) sum += m[i][j];
  if (n > 1)
    for (double e : y) sum += e;
  x[n] = 3;
  y[n] += x[n] + y.size();
  std::array<double, 8> z = y;
  switch (n) {
    case 1:
      for (int i = 0; i < 8; ++i) sum += z[i] + x[0];
  }
  while (sum > 0) sum -= x[n];
  return sum;
}
