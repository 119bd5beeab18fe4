// A result variable can be initialised in every form; const and what cannot be constructed first live in slots.
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

struct key {
  explicit key(int n) : n(n) {}
  int n;
};
mentat class keeper {
 public:
  key make(int n) { return key(n); }
};

key run(worker A, keeper K) {
  int a = A.op(1);
  int b(A.op(a));
  int c{A.op(b)};
  int d = {A.op(c)};
  auto e = A.text(d);
  const auto f = A.op(d), g = A.op(f);
  std::string const h =
      A.text(g);
  auto i = A.row(3), j = A.row(A.op(1, 1));
  int k = 1, l = A.op(k), m(2), n{A.op(m)}, o;
  long p = A.op(o = 3);
  static int q = A.op(1);
  const std::string& r = A.text(1);
  std::string s(A.op(3), 'x');
  key t = K.make(1);
  t = K.make(2);
  t = key(3);
  if (int u = A.op(1)) l += u;
  return t;
}
