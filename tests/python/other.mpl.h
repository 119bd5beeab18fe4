// A second module, which uses the results of the first one.
#pragma once

#include <mentat/mpl.h>

struct pair_of_numbers {
  int a = 0, b = 0;
};

class [[mentat::regular]] other {
 public:
  int thrice(int n) { return 3 * n; }
  pair_of_numbers both(int a, int b) { return {a, b}; }
};
