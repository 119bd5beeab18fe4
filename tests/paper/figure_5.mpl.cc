// Figure 5 [TOCS96 3.2.2]: two uses of result variables, in the paper's words. (a) w and x are only
// arguments: arcs are drawn from A.op1 and B.op1 to C.op1, F elaborates into them, and nobody
// waits. (b) w is used in a strict expression: block and wait.
// No elision: with an ordinary compiler every value visits the variable that it is assigned to.
#include <mentat/mpl.h>

#include <cstdio>

#include "tests/paper/token.h"

regular mentat class bar {
 public:
  int op1(int a, int b) { rtf(10 * a + b); }
  token op2(token a, token b) { rtf(token(10 * a.value() + b.value())); }
};

persistent mentat class fragments {
 public:
  int a() {
    bar A, B, C;
    int w, x, y;
    w = A.op1(4, 5);
    x = B.op1(6, 7);
    y = C.op1(w, x);
    rtf(y);
  }
  int b() {
    bar A;
    int w, y;
    w = A.op1(4, 5);
    y = w + 1;
    rtf(y);
  }
  token watched_a() {
    bar A, B, C;
    int visits = 0;
    token w(&visits), x(&visits), y(&visits);
    w = A.op2(token(4), token(5));
    x = B.op2(token(6), token(7));
    y = C.op2(w, x);
    rtf(y);
    visits_ = visits;
  }
  token watched_b() {
    bar A;
    int visits = 0;
    token w(&visits);
    w = A.op2(token(4), token(5));
    visits_ = 100 * visits;  // before the strict use: none
    token y = w + 1;
    token z = w + 2;  // actual by now: the value does not come again
    visits_ += visits;
    rtf(z + y.value());
  }
  int visits() { rtf(visits_); }

 private:
  int visits_ = -1;
};

int main() {
  fragments F;
  F.create();
  int a = F.a();
  int b = F.b();
  token c = F.watched_a();
  int in_a = F.visits();
  token d = F.watched_b();
  int in_b = F.visits();
  std::printf("(a) %d %d, visits of w, x and y: %d\n", a, c.value(), in_a);
  std::printf("(b) %d %d, visits of w: %d\n", b, d.value(), in_b);
}
