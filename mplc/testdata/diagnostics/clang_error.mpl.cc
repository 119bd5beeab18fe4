#include <mentat/mpl.h>

persistent mentat class counter {
 public:
  int add(int n) { rtf(n + missing); }  // columns behind the marks are the user's
};

int main() {
  counter c; c.create(); int n = c.add("text");
  return c.nothing();
}
// expect: 5:28: error: use of undeclared identifier 'missing'
// expect: 9:40: error: cannot initialize a parameter of type 'int' with an lvalue of type 'const char[5]'
// expect: 10:12: error: no member named 'nothing' in 'counter'
