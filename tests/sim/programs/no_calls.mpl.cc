// A program that makes no call: it ends before the driver has heard of all workers.
#include <mentat/mpl.h>

#include <string>

#include "tests/sim/programs/programs.h"

namespace {

class [[mentat::regular]] unused {
 public:
  int twice(int number) { return 2 * number; }
};

}  // namespace

std::string mentat::sim::no_calls() { return "no calls"; }
