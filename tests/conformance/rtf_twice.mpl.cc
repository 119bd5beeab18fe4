// A second rtf is an error of the callee: the first value stands.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::persistent]] careless {
 public:
  int first_of(int n) {
    for (int i = 0; i < n; ++i) rtf(n * 10 + i);
    rtf(-1);
  }
};

int main() {
  careless c;
  mentat::create(c);
  int a = c.first_of(3);
  int b = c.first_of(0);
  int d = c.first_of(a - 29);
  std::printf("%d %d %d\n", a, b, d);
}
