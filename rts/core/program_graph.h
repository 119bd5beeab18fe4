// The three changes of a program graph [TOCS96 2.1, Figures 1 and 2]: an arc is drawn; an actor
// completes and its result travels along its future; an actor elaborates into a subgraph that takes
// over its future. Every change is local to one actor. Thread-safety: draw_arc() from any thread;
// complete() and elaborate() once per actor, by the fiber that executes it. Nothing recurses:
// completing an actor makes its consumers ready but does not run them.
#pragma once

#include <exception>

#include "rts/core/computation_instance.h"
#include "rts/core/scheduler.h"

namespace mentat {

// Adds the arc to the future of the producer, or delivers at once if the result is there already.
void draw_arc(computation_instance& producer, arc& to, scheduler& runs_on);

// The same, and takes over the caller's reference on the producer: the value is moved if nobody
// else can ask for it.
void draw_last_arc(computation_instance& producer, arc& to, scheduler& runs_on);

// Closes the future and delivers. REQUIRES that the outcome is set and the caller holds the
// reference with which it executes: if that is the only one, the last consumer receives the value
// by move.
void complete(computation_instance& actor, scheduler& runs_on);
void fail(computation_instance& actor, std::exception_ptr error, scheduler& runs_on);

// The future of `actor` becomes the future of `into`, whose result is also the result of `actor`.
void elaborate(computation_instance& actor, computation_instance& into, scheduler& runs_on);

// One argument of `consumer` has arrived; makes the consumer ready when it was the last.
void argument_arrived(computation_instance& consumer, scheduler& runs_on);

// The instance that has, or will have, the result of `instance`. Valid as long as the caller holds
// a reference on `instance`.
inline computation_instance& result_of(computation_instance& instance) {
  computation_instance* at = &instance;
  while (at->future.is_forwarded()) [[unlikely]]
    at = at->forwarded_to();
  return *at;
}

// Arcs were added that another process could serve: tells the process that executes the producer,
// if there is one.
void offer_arcs(computation_instance& producer);

// Whether only the caller, which holds one reference on `instance`, can read its result: then the
// result may be moved away.
inline bool only_reader(const computation_instance& instance) {
  const computation_instance* at = &instance;
  while (at->held_once()) {
    if (!at->future.is_forwarded()) [[likely]]
      return true;
    at = at->forwarded_to();
  }
  return false;
}

}  // namespace mentat
