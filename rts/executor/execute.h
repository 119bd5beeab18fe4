// Executes one call: the steps that every executor shares. The member function runs on the calling
// fiber, with its own activation; its result, or the exception that it throws, completes the
// computation instance [TOCS96 2.2.2].
#pragma once

#include <memory>

#include "rts/core/computation_instance.h"
#include "rts/core/run_time_system.h"
#include "rts/core/server_object.h"

namespace mentat {

// Executes `call`, which is complete and claimed by the caller; consumes one reference. `object` is
// null for a regular class; else the caller has the right to run it. Does not throw. May return on
// another thread.
void execute(computation_instance& call, server_object* object, run_time_system& on,
             bool round_trip);

// Sends the outcome of a call that was executed elsewhere, already set, along its future. Consumes
// one reference.
void settle(computation_instance& call, run_time_system& on);

// Returns the object's wait in an mselect if it is over and its result can be run, else null. The
// caller has the right to run the object; that right passes to the function that waited.
selection* end_of_selection(server_object& object, run_time_system& on, bool round_trip);

// Makes the first call of an object that has a thread of control; null for other classes. Must
// precede handing the object to the run-time system, because it may throw. start_serving() submits
// the call.
std::unique_ptr<computation_instance> prepare_serving(const class_info& of_class);
void start_serving(std::unique_ptr<computation_instance> serving, const mmps::mmps_name& name,
                   run_time_system& on);

// Destroys an object that is alive at the end of the program; returns when its destructor has run.
// Called on the main program.
void end_living(server_object& object, run_time_system& on);

// Fails the calls that an object, which nothing runs, has not accepted. True if there were some.
// Called on the main program.
bool refuse_waiting(server_object& object, run_time_system& on);

// How long run_object() runs: until nothing is left to do, or until the call has its result, for
// which a function further down this stack waits.
struct awaited {
  const computation_instance* call = nullptr;
  bool held_here = false;  // the waiting function itself holds a reference on the call
};

// Runs the calls of an object until none can run or the awaited one has its result. REQUIRES that
// begin() returned true. Returns true if the object has more to do: the caller then passes it to
// scheduler::ready().
bool run_object(server_object& object, awaited until, run_time_system& on, bool round_trip);

}  // namespace mentat
