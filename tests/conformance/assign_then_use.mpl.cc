// A result variable is assigned from a Mentat call and used in a strict expression [TOCS96 3.2.2,
// Figure 5(b)]. Without RESOLVE the old 7 is seen.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] adder {
 public:
  int add(int a, int b) { rtf(a + b); }
};

int main() {
  adder a;
  int w = 7;
  int y = 0;
  w = a.add(4, 5);
  y = w + 1;
  std::printf("%d %d\n", y, w);
}
