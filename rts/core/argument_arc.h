// The arcs that bring arguments, known from all others by the function that delivers along them: so
// a look at a graph that stands still finds the consumers of a result. Thread-safety: functions are
// noted before main() begins, and only read afterwards. Cost: none for a call.
#pragma once

#include "rts/core/future.h"

namespace mentat {

class computation_instance;

struct argument_arc : arc {
  computation_instance* end;  // the producer until the arc is drawn, then the consumer

  // Delivers along such arcs; returns true, so that a static variable can call it.
  static bool note(arc::deliver_fn delivers);
  // Null if the arc brings no argument.
  static const argument_arc* from(const arc& one);
};

}  // namespace mentat
