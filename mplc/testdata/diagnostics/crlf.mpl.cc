#include <mentat/mpl.h>
persistent mentat class counter {
 public:
  int add(int n) { rtf(m); }
};
int main() { counter c; return c.add(1); }
// expect: 4:24: error: use of undeclared identifier 'm'
// expect: 6:32: warning: persistent variable 'c' is not bound to an object here; create one with mentat::create(c) [W0405]
