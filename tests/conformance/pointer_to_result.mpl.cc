// The same through a pointer; the pointer also moves along an array.
#include <mentat/mpl.h>

#include <cstdio>

mentat class worker {
 public:
  int twice(int n) { rtf(2 * n); }
};

int main() {
  worker w;
  int x = 1;
  int* p = &x;
  x = w.twice(4);
  std::printf("%d\n", *p);
  *p = w.twice(20);
  std::printf("%d\n", x);
  int a[3] = {1, 2, 3};
  int* q = a;
  a[0] = w.twice(7);
  a[2] = w.twice(9);
  std::printf("%d %d\n", q[0], q[1]);
  ++q;
  std::printf("%d\n", q[1]);
}
