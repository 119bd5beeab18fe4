#pragma once
#include <mentat/mpl.h>

mentat class named {
 public:
  int get() { return 1; }
};
