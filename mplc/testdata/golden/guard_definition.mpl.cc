// The definition of a guarded function whose class stands in a header.
#include "guard_header.mpl.h"

int gate::pass(int least) {
  mentat::guard(open_ >= least);
  return open_;
}
