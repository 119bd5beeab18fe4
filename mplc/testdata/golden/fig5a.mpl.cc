// Figure 5 (a) of the paper: an arc from A.op1() and from B.op1() to C.op1() [TOCS96].
#include <mentat/mpl.h>

mentat class bar {
 public:
  int op1(int a, int b) { rtf(a + b); }
};

mentat class caller {
 public:
  int example() {
    bar A, B, C;
    int w, x, y;
    w = A.op1(4, 5);
    x = B.op1(6, 7);
    y = C.op1(w, x);
    rtf(y);
  }
};
