// Arguments of macros are edited where they are written, unless the macro shows their text.
#include <mentat/mpl.h>

#include <cassert>
#include <string>
#include <vector>

mentat class worker {
 public:
  int op(int n, int m = 2) { return n + m; }
  double half(double d) { return d / 2; }
  std::string text(int n) { return std::string(n, 0); }
  std::vector<double> row(int n) { return std::vector<double>(n); }
};

#define SQUARE(x) ((x) * (x))
#define SHOW(x) show(#x, x)
#define SWAP(a, b) \
  {                \
    decltype(a) t = a; \
    a = b;         \
    b = t;         \
  }
#define BODY w = A.op(3)
void show(const char*, int);

int run(worker A) {
  int w = A.op(1), x[3], y = A.op(5), z = A.op(6);
  x[1] = A.op(2);
  int sum = SQUARE(w) + SQUARE(x[1]);
  w = A.op(w);
  if (sum > 1) SHOW(y);
  else SHOW(A.op(w));
  SHOW(x[1] + w);
  assert(x[1] > 0 && sum > 0);
  SWAP(y, z);
  int v = SQUARE(A.op(1));
  BODY;
  return y + z + v;
}
