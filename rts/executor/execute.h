// Executing one call: the steps that every executor shares. The member function runs on the calling
// fiber, with an activation of its own; its result, or the exception that left it, completes the
// computation instance [TOCS96 2.2.2].
#pragma once

#include <memory>

#include "rts/core/computation_instance.h"
#include "rts/core/run_time_system.h"
#include "rts/core/server_object.h"

namespace mentat {

// `call` is complete and belongs to the caller; one reference is given up. `object` is null for a
// regular class; else the caller has the right to run it. Does not throw. May come back on another
// thread.
void execute(computation_instance& call, server_object* object, run_time_system& on,
             bool round_trip);

// The outcome of a call that was executed elsewhere has been set: its result goes along its future.
// One reference is given up.
void settle(computation_instance& call, run_time_system& on);

// The object's wait in an mselect, if it is over and what it found can be run; null while it goes
// on. By the one who has the right to run the object, which the function that waited has then.
selection* end_of_selection(server_object& object, run_time_system& on, bool round_trip);

// The first call of an object that has a thread of control, else null; made before the object
// belongs to the run-time system, because it may throw. start_serving() submits it.
std::unique_ptr<computation_instance> prepare_serving(const class_info& of_class);
void start_serving(std::unique_ptr<computation_instance> serving, const mmps::mmps_name& name,
                   run_time_system& on);

// Ends an object that lives when the program ends, and comes back when its destructor has run. On
// the main program.
void end_living(server_object& object, run_time_system& on);

// What run_object() is for: to do all there is to do, or to bring one result to the function that
// waits for it below on this stack.
struct awaited {
  const computation_instance* call = nullptr;
  bool held_here = false;  // the waiting function itself holds a reference on the call
};

// Runs the calls of an object, for which begin() was true, until none can run or the awaited one
// has its result. Returns true if the object has more to do: the caller passes it to
// scheduler::ready().
bool run_object(server_object& object, awaited until, run_time_system& on, bool round_trip);

}  // namespace mentat
