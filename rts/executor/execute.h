// Executes one call: the steps that every executor shares. The member function runs on the calling
// fiber, with its own activation; its result, or the exception that it throws, completes the
// computation instance [TOCS96 2.2.2].
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <vector>

#include "rts/core/computation_instance.h"
#include "rts/core/run_time_system.h"
#include "rts/core/server_object.h"

namespace mentat {

// What is done beside the call: its arguments and result are encoded and decoded, it is recorded.
enum class manner : std::uint8_t { plain = 0, round_trip = 1, recorded = 2, all = 3 };
constexpr bool includes(manner all, manner one) {
  return (static_cast<unsigned>(all) & static_cast<unsigned>(one)) != 0;
}
constexpr manner manner_of(bool round_trip, bool recorded) {
  return static_cast<manner>((round_trip ? 1 : 0) + (recorded ? 2 : 0));
}

// Executes `call`, which is complete and claimed by the caller; consumes one reference. `object` is
// null for a regular class; else the caller has the right to run it. Does not throw. May return on
// another thread.
void execute(computation_instance& call, server_object* object, run_time_system& on, manner how);

// Sends the outcome of a call that was executed elsewhere, already set, along its future. Consumes
// one reference.
void settle(computation_instance& call, run_time_system& on);
// The second part of it: the call has ended, and its arguments are not needed any more.
void let_go(computation_instance& call, run_time_system& on);

// Returns the object's wait in an mselect if it is over and its result can be run, else null. The
// caller has the right to run the object; that right passes to the function that waited.
selection* end_of_selection(server_object& object, run_time_system& on, manner how);

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

// The error of a wait for this call that nothing can end.
std::exception_ptr error_of_lost_wait(const computation_instance& wanted,
                                      const run_time_system& in);
// Takes a call that has not begun out of its object, and fails it: the call never takes effect, its
// consumers get the error, and the next call of its caller is accepted. A call of a regular class
// that waits for arguments fails alike. False: it has begun, or was sent to another process.
// REQUIRES that no fiber runs, or that the only thread of the program calls it.
bool withdraw(computation_instance& call, const std::exception_ptr& error, run_time_system& on);
// The same for the call of a local object that `is_wanted` accepts. Null: its own error.
bool withdraw(server_object& object, const server_object::unit_test& is_wanted,
              const std::exception_ptr& error, run_time_system& on);

// The same for a call whose result is an argument for another one: of these objects, which are all
// of this process, and not `is_awaited`. For when `wanted` waits for arguments.
bool withdraw_maker(const computation_instance& wanted, const std::vector<server_object*>& objects,
                    const server_object::unit_test& is_awaited, run_time_system& on);

// How long run_object() runs: until nothing is left to do, or until the call has its result, for
// which a function further down this stack waits.
struct awaited {
  const computation_instance* call = nullptr;
  bool held_here = false;  // the waiting function itself holds a reference on the call
};

// Runs the calls of an object until none can run or the awaited one has its result. REQUIRES that
// begin() returned true. Returns true if the object has more to do: the caller then passes it to
// scheduler::ready().
bool run_object(server_object& object, awaited until, run_time_system& on, manner how);

}  // namespace mentat
