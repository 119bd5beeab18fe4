// RESOLVE is left out where the variable is known to be actual.
#include <mentat/mpl.h>

#include <string>
#include <vector>

mentat class worker {
 public:
  int op(int n, int m = 2) { return n + m; }
  double half(double d) { return d / 2; }
  std::string text(int n) { return std::string(n, 0); }
  std::vector<double> row(int n) { return std::vector<double>(n); }
};

int run(worker A, int n) {
  int w = 0;
  n += w;
  w = A.op(n);
  if (n > 1) n += w;
  n += w;
  n += w;
  w = A.op(w);
  w = 3;
  n += w;
  while (w < 10) w = A.op(w);
  n += w;
  for (int i = 0; i < n; ++i) {
    int x = A.op(i);
    if (i == 3) continue;
    n += x;
    n -= x;
  }
  w = A.op(n);
  n = n > 2 ? w : w + 1;
  n += w;
  try {
    w = A.op(w);
    n += w;
  } catch (...) {
    n -= w;
  }
  n += w;
  w = A.op(1);
  n = A.op(w, w + 1) + w;
  int y = A.op(w);
  y += A.op(y);
  A.op(y);
  return w > 1 && n > 2 ? w : n;
}
