// Figure 2 [TOCS96 2.1, 2.2.2]: the actor A of Figure 1 elaborates into a subgraph, H and I feeding
// J, whose result goes where A's would have gone; A does not wait for it.
//
//     A  becomes  H ---> J        J ---> B, C (A's future)
//                 I ---> J
//
// Seen from outside: no value of the subgraph visits A, also not until A's function has ended (it
// looks after its rtf), the consumers of A get J's value, J's value does not visit the caller
// either; and if H fails, A's future fails, and nothing else.
// No elision: with an ordinary compiler every value visits A, and rtf leaves the function.
#include <mentat/mpl.h>

#include <cstdio>
#include <stdexcept>

#include "tests/paper/token.h"

class [[mentat::regular]] actor {
 public:
  token source(int value) {
    if (value < 0) throw std::runtime_error("no value");
    rtf(token(value));
  }
  token one(token a, int more) { rtf(a + more); }
  token two(token a, token b) { rtf(token(10 * a.value() + b.value())); }
};

class [[mentat::persistent]] elaborating {
 public:
  token A(int h_value) {
    actor H, I, J;
    int visits = 0;
    token h(&visits), i(&visits), j(&visits);
    h = H.source(h_value);
    i = I.source(2);
    j = J.two(h, i);
    rtf(j);
    visits_ += visits;
    ++ended_;
  }
  // As one expression, without variables.
  token A_in_one(int h_value) {
    actor H, I, J;
    rtf(J.two(H.source(h_value), I.source(2)));
  }
  int visits() { rtf(visits_); }
  int ended() { rtf(ended_); }

 private:
  int visits_ = 0;
  int ended_ = 0;
};

void show(const char* name, const token& value) {
  std::printf(" %s=%d", name, value.value());
}

void build(elaborating& A, int h_value, bool in_one) {
  actor B, C, D, E;
  int visits = 0;
  token a(&visits), b(&visits), c(&visits), d(&visits), e(&visits);
  if (in_one)
    a = A.A_in_one(h_value);
  else
    a = A.A(h_value);
  b = B.one(a, 1);
  c = C.one(a, 2);
  d = D.two(b, c);
  e = E.one(token(6), 1);
  try {
    show("D", d);
  } catch (const std::exception&) {
    std::printf(" D failed");
  }
  show("E", e);
  std::printf(", visits %d", visits);
  try {
    show("A", a);
  } catch (const std::exception&) {
    std::printf(", A failed");
  }
  std::printf(", visits %d\n", visits);
}

int main() {
  elaborating A;
  mentat::create(A);
  for (int h : {1, -1}) {
    build(A, h, false);
    build(A, h, true);
  }
  int visits = A.visits();
  int ended = A.ended();
  std::printf(" A ended %d times, visits %d\n", ended, visits);
}
