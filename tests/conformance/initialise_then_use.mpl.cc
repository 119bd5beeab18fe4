// The three forms of initialisation, in a chain that never needs the value here before the end.
#include <mentat/mpl.h>

#include <cstdio>

mentat class worker {
 public:
  int twice(int n) { rtf(2 * n); }
};

int main() {
  worker w;
  int a = w.twice(3);
  int b(w.twice(a));
  int c{w.twice(b)};
  std::printf("%d %d %d\n", c, b, a);
  int sum = a + b + c;
  std::printf("%d\n", sum);
}
