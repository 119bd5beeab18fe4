// Figure 5 (b) of the paper: w is used in a strict expression [TOCS96].
#include <mentat/mpl.h>

mentat class bar {
 public:
  int op1(int a, int b) { rtf(a + b); }
};

int main() {
  bar A;
  int w, x, y;
  w = A.op1(4, 5);
  y = w + 1;
  return y == 10 ? 0 : 1;
}
