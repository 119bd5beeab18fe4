#pragma once
#include <mentat/mpl.h>

namespace {
mentat class anonymous {
 public:
  int op() { return 1; }
};
}  // namespace
