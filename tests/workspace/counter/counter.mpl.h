#pragma once

#include <mentat/mpl.h>

#include "counter/steps.h"

// A persistent class that a library gives to other packages.
class [[mentat::persistent]] counter {
 public:
  int add(int n);
  int count_twice(const steps& those);

 private:
  int total_ = 0;
};
