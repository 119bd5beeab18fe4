// int <-> double both ways, when stored and when forwarded: the consumer sees the value that the
// variable has.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] worker {
 public:
  double half(double x) { rtf(x / 2); }
  int whole(int x) { rtf(x); }
};

int main() {
  worker w;
  int i = w.half(7);       // 3, not 3.5
  double a = w.half(i);    // 1.5
  double d = w.whole(9);   // 9.0
  int j = w.whole(d / 2);  // 4
  double b = w.half(d);
  int k = w.whole(a);      // 1: converted at the call
  int l = w.whole(w.half(9));
  float f = w.half(5);
  std::printf("%d %.2f %.2f %d %.2f %d %d %.2f\n", i, a, d, j, b, k, l, f);
}
