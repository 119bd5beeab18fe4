// A class template in a header, used with the same and with other arguments in two translation
// units.
#include "template_header.mpl.h"

#include <cstdio>
#include <string>

int main() {
  accumulator<int> a;
  accumulator<std::string> s;
  mentat::create(a);
  mentat::create(s);
  int x = a.add(1);
  int y = add_in_other_unit(a, 10);
  std::string t = s.add("ab", y / 5);
  t = s.add(t);
  std::printf("%d %d %d %s %s\n", x, y, a.total(), t.c_str(), s.total().c_str());
}
