#include <mentat/mpl.h>

persistent mentat class counter {
 public:
  int add(int n) { rtf(n + missing); }  // columns behind the marks are the user's
};

int main() {
  counter c; c.create(); int n = c.add("text");
  return c.nothing();
}
