#include "counter.mpl.h"

int counter::add(int n) {
  total_ += n * STEP;
  return total_;
}

int counter::count_twice(const steps& those) {
  total_ += 2 * (those.first + those.second);
  return total_;
}
