// Which wait is to fail when every fiber of the program waits: one that closes a circle. A function
// that merely waits for a member of the circle keeps waiting: it gets its value, or the error, once
// the circle is broken.
//
// A fiber waits for the fiber that executes the wanted call, or that runs the object for which the
// wanted call is queued. If what a call waits for cannot be told (arguments know their consumers,
// not their producers), the last fiber that can be told is taken. Thread-safety: none; to be used
// while nobody runs.
#pragma once

#include <string>
#include <vector>

#include "rts/core/run_time_system.h"
#include "rts/executor/waiter.h"

namespace mentat {

struct broken_wait {
  waiter* victim;
  std::string why;  // "a::f waits for b::g at a.mpl.cc:5; b::g waits for ..."
  bool in_circle;   // else it is only the newest of those that wait
};

// `waiting` is not empty.
broken_wait choose_broken_wait(const std::vector<waiter*>& waiting, const run_time_system& in);

}  // namespace mentat
