// new T(A.op()), new T[A.op()], make_unique, placement: the results are needed there.
#include <mentat/mpl.h>

#include <cstdio>
#include <memory>
#include <new>

mentat class worker {
 public:
  int twice(int n) { rtf(2 * n); }
};

int main() {
  worker w;
  int* p = new int(w.twice(4));
  int x = w.twice(*p);
  int* q = new int[w.twice(2)]{x, w.twice(1)};
  auto u = std::make_unique<int>(w.twice(x));
  alignas(int) unsigned char raw[sizeof(int)];
  int* r = new (raw) int(w.twice(*u));
  x = w.twice(*r);
  int* s = new int(x);
  std::printf("%d %d %d %d %d %d\n", *p, q[0], q[1], q[3], *u, *s);
  delete p;
  delete[] q;
  delete s;
}
