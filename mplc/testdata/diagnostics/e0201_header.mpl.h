#pragma once
#include <mentat/mpl.h>

namespace {
mentat class anonymous {
 public:
  int op() { return 1; }
};
}  // namespace
// expect: 5:14: error: Mentat class 'anonymous' of a header cannot be in an unnamed namespace; each file would have its own [E0201]
