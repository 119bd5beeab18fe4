#include "e0810_replicated.mpl.h"

int gate::pass() const {
  mentat::guard(count_ < 1);
  return count_;
}
// expect: 4:3: error: a guard of a const function of a replicated class belongs in the file that defines the class, where it shows that the function is not a read; move the function there [E0810]
