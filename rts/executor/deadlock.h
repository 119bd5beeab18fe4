// Chooses the wait that fails when every fiber of the program waits: one that closes a cycle. A
// function outside the cycle that waits for a member keeps waiting: it gets its value, or the
// error, once the cycle is broken.
//
// A fiber waits for the fiber that executes the wanted call, or that runs the object for which the
// wanted call is queued. If the search cannot tell what a call waits for (arguments know their
// consumers, not their producers), it chooses the last fiber that it has reached. It prefers a wait
// for a call that may be withdrawn. Thread-safety: none; REQUIRES that no fiber runs.
#pragma once

#include <string>
#include <vector>

#include "rts/core/run_time_system.h"
#include "rts/executor/waiter.h"

namespace mentat {

struct broken_wait {
  waiter* victim;
  std::string why;  // "a::f waits for b::g at a.mpl.cc:5; b::g waits for ..."
  bool in_circle;   // false: the victim is only the newest waiter
  bool fails_last;  // the victim, and all others: as waiter::fails_last says, or the call has begun
  std::string all_waits{};  // in lines; empty: they are not told
};

// `waiting` is not empty.
broken_wait choose_broken_wait(const std::vector<waiter*>& waiting, const run_time_system& in);

}  // namespace mentat
