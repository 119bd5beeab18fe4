#include "template_header.mpl.h"

int add_in_other_unit(accumulator<int>& a, int n) {
  accumulator<double> d;
  mentat::create(d);
  int x = a.add(n, 2);
  double half = d.add(0.5, x);
  return static_cast<int>(half);
}
