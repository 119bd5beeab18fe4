// Figure 1 [TOCS96 2.1]: (a) the future of actor A is B, C, D and G; E and F are in the same graph
// but not in A's future. (b) A returns 5: its value goes to B and C, and no further.
//
//     A ---> B ---> D ---> G        E ---> F ---> G
//     A ---> C ---> D
//
// Seen from outside: no value but G's visits the caller, and if A fails, exactly its future fails.
// No elision: with an ordinary compiler every value visits the caller.
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

class [[mentat::persistent]] observer {
 public:
  void see(token value) { sum_ += value.value(); }
  int sum() { rtf(sum_); }

 private:
  int sum_ = 0;
};

void show(const char* name, const token& value) { std::printf(" %s=%d", name, value.value()); }

// Whether the actor is in the future of A: such an actor has no value, since A has none.
#define SHOW(name, variable)                 \
  try {                                      \
    show(name, variable);                    \
  } catch (const std::exception&) {          \
    std::printf(" %s failed", name);         \
  }

void build(int value_of_a) {
  actor A, B, C, D, E, F, G;
  int visits = 0;
  token a(&visits), b(&visits), c(&visits), d(&visits), e(&visits), f(&visits), g(&visits);
  a = A.source(value_of_a);
  e = E.source(7);
  b = B.one(a, 1);
  c = C.one(a, 2);
  f = F.one(e, 1);
  d = D.two(b, c);
  g = G.two(d, f);
  SHOW("G", g);
  std::printf(", visits %d\n", visits);
  SHOW("A", a);
  SHOW("B", b);
  SHOW("C", c);
  SHOW("D", d);
  SHOW("E", e);
  SHOW("F", f);
  std::printf(", visits %d\n", visits);
}

// The whole graph is executed while the caller uses no value: the object at its end has seen the
// values.
void look_on() {
  actor A, B, C, D;
  observer o;
  mentat::create(o);
  int visits = 0;
  token a(&visits), b(&visits), c(&visits), d(&visits);
  a = A.source(5);
  b = B.one(a, 1);
  c = C.one(a, 2);
  d = D.two(b, c);
  o.see(d);
  o.see(a);
  int sum = o.sum();
  std::printf(" observed %d, visits %d\n", sum, visits);
}

int main() {
  build(5);
  build(-1);
  look_on();
}
