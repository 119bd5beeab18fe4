#include "rts/executor/execute.h"

#include <algorithm>

#include "mmps/base/seeded_bug.h"
#include "rts/core/activation.h"
#include "rts/core/class_registry.h"
#include "rts/core/executing_unit.h"
#include "rts/core/object_turn.h"
#include "rts/core/program_graph.h"
#include "rts/core/work_unit.h"
#include "rts/executor/last_words.h"
#include "rts/probe/probe.h"
#include "rts/record/recorded_call.h"
#include "rts/replica/replica_home.h"

namespace mentat {
namespace {

[[gnu::always_inline]] inline void dispatch(computation_instance& call, server_object* object,
                                            work_unit& unit) {
  if (!object)
    call.of_class()->dispatch_new(unit);
  else if (call.function() == serve_function)
    object->of_class()->serve(object->self());
  else
    object->of_class()->dispatch(object->self(), unit);
}

// Out of line: other calls pay nothing for these.
[[gnu::noinline]] void dispatch_encoded(computation_instance& call, server_object* object,
                                        run_time_system& on) {
  work_unit unit(call, on, true);
  if (const method_description* method = find_function(*call.of_class(), call.function()))
    method->round_trip_arguments(call);
  dispatch(call, object, unit);
}
[[gnu::noinline]] void dispatch_recorded(computation_instance& call, server_object* object,
                                         run_time_system& on, manner how) {
  const record::recorded_call recorded(call);
  if (includes(how, manner::round_trip)) return dispatch_encoded(call, object, on);
  work_unit unit(call, on);
  dispatch(call, object, unit);
}

// Runs the function. Returns null, or the exception that it threw.
std::exception_ptr call_function(computation_instance& call, server_object* object,
                                 run_time_system& on, manner how) {
  activation running(on, current_activation);
  running.instance = &call;
  running.object = object;
  running.depth = call.depth() != not_nested ? call.depth() : running.outer->depth + 1;
  if (!object) {
    running.scope = call.scope();
    running.lineage = call.lineage();
    if (running.scope) running.scope->note_begun();
  }
  if (object) running.caller = reinterpret_cast<std::uintptr_t>(object);
  const unit_executes executes(running.scope ? running.scope->unit() : 0);
  std::exception_ptr thrown;
  current_activation = &running;
  probe::call_begins(call);
  try {
    if (how != manner::plain) [[unlikely]] {
      includes(how, manner::recorded) ? dispatch_recorded(call, object, on, how)
                                      : dispatch_encoded(call, object, on);
    } else {
      work_unit unit(call, on);
      dispatch(call, object, unit);
    }
  } catch (const object_ends&) {
    if (call.function() != serve_function && !call.answered())
      thrown = std::make_exception_ptr(
          object_lost(place_of(call, on), "the object was destroyed while it stood in an mselect"));
  } catch (...) {
    thrown = describe_exception(place_of(call, on));
  }
  end_if_forked();
  probe::call_ends(call, thrown != nullptr);
  set_current_activation(running.outer);
  return thrown;
}

void report_unseen(const std::exception_ptr& error, run_time_system& on, const char* what) {
  on.warn(explained(error) + " (" + what + ")");
}

void report_unused(computation_instance& call, run_time_system& on) {
  call.note_error_seen();
  report_unseen(call.error(), on, "nobody uses the result of the call");
}

// Inlined by force: g++ leaves it out where execute_as has two instances, which costs each call 43
// instructions.
[[gnu::always_inline]] inline void finish(computation_instance& call, std::exception_ptr thrown,
                                          run_time_system& on) {
  if (call.answered()) {
    if (thrown) report_unseen(thrown, on, "after rtf: the result stands");
    return;
  }
  if (!thrown && call.returns_nothing()) {
    call.set_value_outcome();
    complete(call, on);
    return;
  }
  if (!thrown) thrown = std::make_exception_ptr(broken_rtf(place_of(call, on)));
  fail(call, std::move(thrown), on);
}

// The error of a call that is not executed: that of an argument, or the exception of its guard.
std::exception_ptr error_before(computation_instance& call, server_object& object,
                                run_time_system& on) {
  const std::exception_ptr thrown = object.take_guard_error(call);
  if (!thrown) return call.argument_error();
  try {
    std::rethrow_exception(thrown);
  } catch (...) {
    return describe_exception(place_of(call, on));
  }
}

// Fails the lost calls of an object. True if there were some. `at_end`: of the program.
bool refuse_lost(server_object& object, run_time_system& on, bool at_end = false) {
  const char* const why =
      at_end ? "the program ended before the object accepted the call" : "the object was destroyed";
  bool any = false;
  while (computation_instance* unit = object.take_lost()) {
    any = true;
    if (unit->future.now() == future::state::open)
      fail(*unit, std::make_exception_ptr(object_lost(place_of(*unit, on), why)), on);
    if (at_end && unit->has_unseen_error() && unit->held_once()) report_unused(*unit, on);
    if (unit->complete()) {
      object.note_answered();
      unit->drop_arguments();
      unit->release();
    } else {
      object.keep_lost(*unit);  // its arguments still come
    }
  }
  return any;
}

// `call` is the one that destroys it; null if its thread of control has ended.
void end_object(server_object& object, computation_instance* call, run_time_system& on) {
  {
    activation ending(on, current_activation);  // the destructor may call other objects
    ending.instance = call;
    ending.object = &object;
    ending.depth = call ? call->depth() : 0;
    ending.caller = reinterpret_cast<std::uintptr_t>(&object);
    set_current_activation(&ending);
    if (object.is_replica() && on.home_of_replicas()) on.home_of_replicas()->end(object);
    if (record::is_on()) record::note_object(record::event_kind::object_ended, object);
    object.unbind();
    set_current_activation(ending.outer);
  }
  refuse_lost(object, on);
  if (call) object.note_destroyed();
  on.ended(object);
  if (!call) return;
  call->set_value_outcome();
  complete(*call, on);
  call->release();
}

}  // namespace

namespace {

std::exception_ptr call_replica(computation_instance& call, server_object& object,
                                run_time_system& on, manner how) {
  if (!on.home_of_replicas()) return call_function(call, &object, on, how);
  const replica_home::execution applied(*on.home_of_replicas(), object, call);
  call.set_depth(makes_no_calls);
  return call_function(call, &object, on, how);
}

// Steps that other objects than replicas do not pay for.
template <bool is_replica>
void execute_as(computation_instance& call, server_object* object, run_time_system& on,
                manner how) {
  if (object && call.lineage() != 0) [[unlikely]] {
    call.end_privacy();
    if (on.answer_if_repeated(call)) return object->note_answered();
  }
  if (call.argument_failed()) [[unlikely]] {
    // The error of an argument or of a guard is the error of the call; the function never runs.
    if (object) object->note_answered();
    fail(call, object ? error_before(call, *object, on) : call.argument_error(), on);
  } else {
    const server_object::begun before = object ? object->note_begun(call) : server_object::begun{};
    std::exception_ptr thrown;
    if constexpr (is_replica)
      thrown = call_replica(call, *object, on, how);
    else
      thrown = call_function(call, object, on, how);
    if (object) object->note_done(before);
    finish(call, std::move(thrown), on);
  }
  call.drop_arguments();
  if (call.future.is_closed() && call.has_unseen_error() && call.held_once()) [[unlikely]]
    report_unused(call, on);
  call.release_executed();
}

}  // namespace

void execute(computation_instance& call, server_object* object, run_time_system& on, manner how) {
  execute_as<false>(call, object, on, how);
}

void settle(computation_instance& call, run_time_system& on) {
  complete(call, on);
  let_go(call, on);
}

void let_go(computation_instance& call, run_time_system& on) {
  call.drop_arguments();
  if (call.has_unseen_error() && call.held_once()) report_unused(call, on);
  call.release_executed();
}

selection* end_of_selection(server_object& object, run_time_system& on, manner how) {
  for (;;) {
    selection* over = object.look_for_end();
    refuse_lost(object, on);
    if (!over || !over->found || !over->found->unit->argument_failed()) return over;
    execute(*over->found->unit, &object, on,
            how);  // fails with its argument's error; no function runs
    over->found.reset();
    object.select(*over);
  }
}

std::unique_ptr<computation_instance> prepare_serving(const class_info& of_class) {
  if (!of_class.serve) return nullptr;
  return std::make_unique<computation_instance>(&of_class, serve_function, true);
}

void start_serving(std::unique_ptr<computation_instance> serving, const mmps::mmps_name& name,
                   run_time_system& on) {
  if (!serving) return;
  serving->set_target(on.find(name), name.generation);
  serving->set_caller(on.new_caller());
  on.submit(*serving.release());
}

void end_living(server_object& object, run_time_system& on) {
  const std::uint32_t generation = object.generation();
  if (generation == 0) return;
  computation_instance* ending = nullptr;
  try {
    ending = new computation_instance(object.of_class(), destroy_function, true);
    ending->set_target(&object, generation);
    ending->set_caller(on.new_caller());
    ending->start_with(2);
    on.submit(*ending);
    on.wait(*ending);
  } catch (...) {  // there is no memory for this call, or the object waits for ever
    if (ending) on.warn(explained(std::current_exception()));
    if (object.generation() == generation) object.unbind();
  }
  if (ending) ending->release();
}

bool refuse_waiting(server_object& object, run_time_system& on) {
  if (object.is_far() || !object.notify() || !object.begin()) return false;
  object.lose_calls();
  const bool any = refuse_lost(object, on, true);
  if (!object.end()) {
    object.reschedule();
    on.ready(object);
  }
  return any;
}

// --- waits that nothing can end

namespace {

std::exception_ptr error_of_lost_wait(const computation_instance& wanted, const run_time_system& in,
                                      bool object_runs) {
  const error_place place = place_of(wanted, in);
  const server_object* const object = wanted.target();
  const method_description* const method =
      wanted.of_class() ? find_function(*wanted.of_class(), wanted.function()) : nullptr;
  const bool has_guard = object && method && method->has_guard();
  if (has_guard && wanted.complete() && !object_runs)
    return std::make_exception_ptr(closed_guard(place, method->guard->condition));
  return std::make_exception_ptr(deadlock(place));
}

// The same error, for a call whose guard was not tested.
std::exception_ptr without_its_guard(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const deadlock& lost) {
    return std::make_exception_ptr(
        deadlock({lost.class_name(), lost.function_name(), lost.host(), lost.called_at()}));
  } catch (...) {
    return error;
  }
}

void fail_withdrawn(computation_instance& call, server_object& object,
                    const std::exception_ptr& error, run_time_system& on) {
  const bool complete = call.complete();
  if (complete && call.lineage() != 0) {
    call.end_privacy();
    if (on.answer_if_repeated(call)) return object.note_answered();
  }
  fail(call, error, on);
  if (!complete) return object.keep_lost(call);  // its arguments still come
  object.note_answered();
  call.drop_arguments();
  call.release();
}

}  // namespace

std::exception_ptr error_of_lost_wait(const computation_instance& wanted,
                                      const run_time_system& in) {
  return error_of_lost_wait(wanted, in, wanted.target() && wanted.target()->is_running());
}

bool withdraw(server_object& object, const server_object::unit_test& is_wanted,
              const std::exception_ptr& error, run_time_system& on) {
  const bool is_queued = object.is_scheduled();  // an earlier withdrawal has queued it
  const bool mine = (object.notify() || is_queued) && object.begin();
  if (!mine && !object.is_running()) return false;
  bool is_held_back = false;
  computation_instance* const call = object.withdraw([&](const computation_instance& one) {
    if (!is_wanted(one)) return false;
    is_held_back = object.has_guards() && object.is_held_back(one);
    return true;
  });
  if (call) {
    const std::exception_ptr why = error ? error : error_of_lost_wait(*call, on, !mine);
    fail_withdrawn(*call, object, is_held_back ? without_its_guard(why) : why, on);
  }
  if (mine && (call || is_queued || !object.end())) {
    object.reschedule();
    if (!is_queued) on.ready(object);
  }
  return call != nullptr;
}

bool withdraw(computation_instance& call, const std::exception_ptr& error, run_time_system& on) {
  if (call.sent_by() || call.future.now() != future::state::open) return false;
  if (server_object* const object = call.target())
    return withdraw(
        *object, [&call](const computation_instance& one) { return &one == &call; }, error, on);
  if (call.complete() || call.answered() || !call.claim()) return false;
  fail(call, error, on);
  return true;
}

bool withdraw_maker(const computation_instance& wanted, const std::vector<server_object*>& objects,
                    const server_object::unit_test& is_awaited, run_time_system& on) {
  if (wanted.complete() || wanted.sent_by() || wanted.claimed()) return false;
  return std::ranges::any_of(objects, [&](server_object* object) {
    return withdraw(
        *object,
        [&](const computation_instance& one) {
          return one.complete() && !one.stays_here() && one.future.arcs() && !is_awaited(one);
        },
        nullptr, on);
  });
}

namespace {

// Running a far object means sending its calls.
void send_calls(server_object& far, run_time_system& on) {
  do {
    while (computation_instance* unit = far.next_unit()) {
      if (unit->argument_failed()) {
        fail(*unit, unit->argument_error(), on);
        unit->drop_arguments();
        unit->release();
      } else {
        on.send(far, *unit);
      }
    }
    refuse_lost(far, on);
  } while (!far.end());
}

// A compile-time choice, so that objects without guards do not pay for it.
template <bool has_guards>
computation_instance* next_unit_of(server_object& object, run_time_system& on) {
  if constexpr (has_guards) {
    activation testing(on, current_activation);  // a guard may call functions of its object
    testing.object = &object;
    current_activation = &testing;
    computation_instance* const found = object.next_open_unit(
        [&on](const computation_instance& call) { return on.is_repeated(call); },
        on.bug() != base::seeded_bug::guards_not_tested_again);
    current_activation = testing.outer;
    return found;
  } else {
    return object.next_unit();
  }
}

template <bool has_guards, bool is_replica>
bool run_units(server_object& object, awaited until, run_time_system& on, manner how) {
  object_turn turn;
  for (;;) {
    if (object.is_selecting()) {
      selection* over = end_of_selection(object, on, how);
      if (over) on.resume(*over);
      if (over || object.end()) return false;
      continue;
    }
    while (computation_instance* unit = next_unit_of<has_guards>(object, on)) {
      bool ends = unit->function() == destroy_function;
      if (ends) {
        end_object(object, unit, on);
      } else {
        if (unit == until.call && until.held_here && unit->held_twice()) unit->execute_privately();
        const bool was_control = unit->function() == serve_function;
        if (was_control) object.note_serving();
        execute_as<is_replica>(*unit, &object, on, how);
        ends = was_control || object.is_ending();
        if (ends) end_object(object, object.take_ending(), on);
      }
      if (ends) {  // another object may have the slot already: the thread that runs it chooses the
                   // stack anew
        if (!object.has_more() && object.end()) return false;
        object.reschedule();
        return true;
      }
      // On the stack of a waiting function, no unit runs after the awaited one: it could come to
      // wait for that function.
      const bool reached = until.call && until.call->future.now() != future::state::open;
      if (reached ? object.has_more() || !object.end()
                  : turn.is_over_after_call([&] { return on.now_ns(); }) && object.has_more()) {
        object.reschedule();
        return true;
      }
      if (reached) return false;
      on.between_units();
    }
    if (refuse_lost(object, on)) continue;
    if (object.end()) return false;
  }
}

}  // namespace

bool run_object(server_object& object, awaited until, run_time_system& on, manner how) {
  if (object.is_ordinary()) [[likely]]
    return run_units<false, false>(object, until, on, how);
  if (object.is_replica())
    return object.has_guards() ? run_units<true, true>(object, until, on, how)
                               : run_units<false, true>(object, until, on, how);
  if (object.has_guards()) return run_units<true, false>(object, until, on, how);
  send_calls(object, on);
  return false;
}

}  // namespace mentat
