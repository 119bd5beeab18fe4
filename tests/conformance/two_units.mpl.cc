// A header with two Mentat classes, their bodies in another translation unit: statics, constructor
// and destructor out of line, overloads, default arguments, an ordinary function there that makes
// calls.
#include "two_units.mpl.h"

#include <cstdio>

int main() {
  stock::store s;
  mentat::create(s);
  stock::counter c;
  int a = stock::fill(s, 3);
  int b = s.put("pear", a);
  stock::order o{"pear", 1};
  b = s.put(o);
  int sum = c.sum(s.orders());
  int large = c.sum(s.orders(stock::store::shelf_size));
  std::printf("%d %d %d %d %d\n", a, b, sum, large, stock::store::default_number());
}
