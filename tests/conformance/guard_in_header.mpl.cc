// Guards in functions that another file than that of their class defines.
// No elision: nothing else runs there that could make a guard hold.
#include <cstdio>

#include "guard_in_header.mpl.h"

int main() {
  depot::gate g;
  mentat::create(g);
  int passed = g.pass(3, "somebody");
  g.open(2);
  g.open(4);
  std::printf("%d\n", passed);
  depot::narrow_gate n;
  mentat::create(n);
  std::string last = n.last();
  int first = n.pass(1, "first");
  n.open(1);
  std::printf("%d %s\n", first, last.c_str());
}
