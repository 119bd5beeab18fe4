// Strict uses: run the needed call here, or park the fiber.
#include <algorithm>
#include <sstream>
#include <string>
#include <utility>

#include "mmps/base/check.h"
#include "rts/core/activation.h"
#include "rts/core/class_registry.h"
#include "rts/core/executing_unit.h"
#include "rts/core/program_graph.h"
#include "rts/executor/deadlock.h"
#include "rts/executor/execute.h"
#include "rts/executor/executor.h"
#include "rts/executor/last_words.h"
#include "rts/executor/pinned_main.h"
#include "rts/executor/this_worker.h"
#include "rts/probe/probe.h"
#include "rts/record/recorded_call.h"

namespace mentat {
namespace {

// Strict uses served here before another caller of the same object continues.
constexpr unsigned a_turn = 16;
constexpr int polls_after_yield = 3;      // for a result of a process that shares the core
constexpr unsigned turns_for_oldest = 4;  // before the oldest item of the queue runs

bool others_stand(const worker& self, work_item wanted) {
  if (!self.handoffs.empty()) return true;
  return self.run_here % (a_turn * turns_for_oldest) == 0 && !self.deque.empty() &&
         !self.deque.oldest_is(wanted);
}

// Whether the call may run on the stack of a function that waits for it: not if it may wait, after
// its rtf, for what that function does then.
bool needs_own_stack(const computation_instance& call, const server_object* object) {
  if (object) return object->needs_own_stack();
  return some_class_waits_after_rtf && call.of_class() && waits_after_rtf(*call.of_class());
}

}  // namespace

void executor::wait(computation_instance& call, source_place needed_at) {
  end_if_forked();
  for (;;) {
    computation_instance& at = result_of(call);
    if (at.future.is_closed()) return;
    const bool held_here = &at == &call;
    if (!run_here(at, held_here) && !(chosen_.outside && arrives_soon(at, held_here)))
      park(at, needed_at);
  }
}

// Waits briefly, on the waiting fiber, for a result from outside, while there is no other work
// here. Parking the fiber and switching twice costs as much as the transfer of a message. False: it
// did not come, or something else did.
bool executor::arrives_soon(computation_instance& wanted, bool held_here) {
  worker& self = this_worker();
  const server_object* object = wanted.target();
  if (chosen_.adversarial || chosen_.outside->prefers_blocking_wait(self.index) ||
      core_is_contended(self) || !(object ? object->is_far() : wanted.claimed()))
    return false;
  if (!has_stack_for_mail(self)) return false;
  activation* const waiting = current_activation;
  set_current_activation(&detail::no_activation);
  bool here = false;
  // Any fiber that could reach it or draw an arc would have to run on this thread.
  if (is_alone() && held_here && wanted.held_twice()) wanted.execute_privately();
  const bool shares_core = chosen_.outside->shares_core();
  const int most = shares_core ? polls_after_yield : polls_before_yield;
  for (int polls = 0; polls < most && !here && !self.core.is_known(); ++polls) {
    if (self.lifo_slot.load(std::memory_order_relaxed) != 0 || !self.deque.empty() ||
        !self.handoffs.empty())
      break;
    if (shares_core) yield(self);
    take_in_soon(self);
    here = wanted.future.is_closed();
  }
  if (!here) wanted.end_privacy();
  set_current_activation(waiting);
  return here;
}

// Whether messages may be handled on this stack.
bool executor::has_stack_for_mail(const worker& self) { return self.current->has_half_left(); }

bool executor::run_here(computation_instance& wanted, bool held_here) {
  worker& self = this_worker();
  if (!chosen_.run_on_waiting_fiber || chosen_.adversarial) return false;
  server_object* object = wanted.target();
  if (needs_own_stack(wanted, object)) return false;
  if (chosen_.outside) offer(self);
  if (!self.current->has_half_left()) return false;  // another fiber has a whole stack for it
  // Occasionally messages are taken in, and the oldest item runs: a program that polls must not
  // starve the call that it polls for.
  const work_item item = object ? item_of(*object) : item_of(wanted);
  if (++self.run_here % a_turn == 0) {
    if (chosen_.outside) take_in_now();
    if (others_stand(self, item) && can_leave(self)) {
      self.oldest_next = true;
      return false;
    }
  }
  if (self.dwell.measuring() && self.lifo_slot.load(std::memory_order_relaxed) == item)
    note_taken(self);
  work_item expected = item;
  const bool taken =
      (self.lifo_slot.load(std::memory_order_relaxed) == item &&
       self.lifo_slot.compare_exchange_strong(expected, 0, std::memory_order_acq_rel)) ||
      self.deque.take_newest(item) || self.deque.take_oldest(item);
  if (object) {
    if (!object->begin()) return false;
    // Another worker has executed it since the check: the object's remaining calls come after it.
    if (wanted.future.now() != future::state::open) {
      object->reschedule();
      ready(*object);
      return true;
    }
    open_slot(self);
    if (run_object(*object, {&wanted, held_here}, *this, how_)) {
      ready(*object);
      if (wanted.future.now() == future::state::open && can_leave(self)) {  // its turn is over
        self.oldest_next = true;
        return false;
      }
    }
    return true;
  }
  if (taken && held_here && wanted.held_twice() && !wanted.claimed()) {
    open_slot(self);
    wanted.execute_privately();
    self.note_executed(*wanted.of_class());
    execute(wanted, nullptr, *this, how_);
    return true;
  }
  if (!wanted.complete() || !wanted.claim()) {
    if (taken) wanted.release();  // another fiber claimed it; the item was stale
    return false;
  }
  open_slot(self);
  if (!taken) wanted.retain();  // the item that is still queued keeps its own reference
  self.note_executed(*wanted.of_class());
  execute(wanted, nullptr, *this, how_);
  return true;
}

bool executor::may_run_inline(const computation_instance& call) const {
  return chosen_.run_on_waiting_fiber && !chosen_.adversarial && !needs_own_stack(call, nullptr) &&
         this_worker().current->has_half_left();
}

void executor::submit_inline(computation_instance& call) {
  if (!may_run_inline(call)) return submit(call);
  call.execute_privately();
  this_worker().note_executed(*call.of_class());
  execute(call, nullptr, *this, how_);
}

void executor::deliver(arc& arrived, computation_instance&, bool, scheduler&) {
  auto& waiting = static_cast<waiter&>(arrived);
  executor& on = *waiting.on;
  if (waiting.now.exchange(waiter::state::delivered, std::memory_order_acq_rel) !=
      waiter::state::waiting)
    delete &waiting;  // the wait had been given up
  else if (on.is_of_first(*waiting.sleeper))
    on.return_main();
  else if (waiting.object_runs_elsewhere)
    on.put_handoff(item_of(*waiting.sleeper));
  else
    on.put(item_of(*waiting.sleeper));
}

void executor::park(computation_instance& wanted, source_place at) {
  worker& self = this_worker();
  require_fiber(self, at);
  auto* waiting = new waiter;
  waiting->deliver = &executor::deliver;
  waiting->sleeper = self.current;
  // Not that of a function which runs on main's stack.
  const bool is_main = is_pinned(*self.current) && !current_activation->instance;
  waiting->can_be_interrupted = is_main;
  if (is_main) note_main_waits();
  waiting->on = this;
  waiting->wanted = &wanted;
  waiting->at = at;
  waiting->since = coarse_now();
  waiting->object_runs_elsewhere =
      wanted.target() && (wanted.target()->is_running() || self.oldest_next);
  record::note_awaited(wanted, at);
  waiting->ticket = tickets_.fetch_add(1, std::memory_order_relaxed);
  parks_.fetch_add(1, std::memory_order_relaxed);
  parked_.fetch_add(1, std::memory_order_relaxed);
  probe::parks(wanted, at);
  try {
    // Draws the arc only once this fiber is suspended: the result may come at once, on another
    // thread.
    leave_fiber(
        [](worker& here, void* argument) {
          auto* parked = static_cast<waiter*>(argument);
          executor& on = *parked->on;
          on.list(*parked, here);
          if (parked->can_be_interrupted) on.pinned_.wait = parked;
          draw_arc(const_cast<computation_instance&>(*parked->wanted), *parked, on);
        },
        waiting);
  } catch (...) {
    parked_.fetch_sub(1, std::memory_order_relaxed);
    delete waiting;
    throw;
  }
  parked_.fetch_sub(1, std::memory_order_relaxed);
  probe::resumes(wanted);
  if (is_main) pinned_.wait = nullptr;
  if (is_main && std::exchange(pinned_.is_interrupted, false)) throw wait_interrupted();
  if (waiting->listed_with) unlist(*waiting);
  if (waiting->now.load(std::memory_order_acquire) == waiter::state::delivered) {
    delete waiting;
    return;
  }
  // The arc is still drawn; its delivery frees the waiter.
  std::rethrow_exception(error_of_lost_wait(result_of(wanted), *this));
}

// Lets another item run, a random or the oldest one; the caller is queued like any item.
void executor::pause_caller() {
  worker& self = this_worker();
  if (!can_leave(self)) return;  // a pause is not a reason for an error
  self.oldest_next = true;
  leave_fiber(
      [](worker& here, void* argument) {
        const work_item caller = item_of(*static_cast<fiber*>(argument));
        if (here.on->chosen_.adversarial)
          here.bag.push_back(caller);
        else
          here.on->put(caller);
      },
      self.current);
}

bool executor::can_leave(const worker& self) const {
  return !self.idle_loops.empty() ||
         fibers_.load(std::memory_order_relaxed) < chosen_.limits.fibers;
}

// Throws limit_error, which names `at`, if there is no fiber to switch to from the running
// function.
void executor::require_fiber(const worker& self, source_place at) const {
  if (can_leave(self)) return;
  error_place here = current_activation->instance ? place_of(*current_activation->instance, *this)
                                                  : error_place{"", "", chosen_.host};
  const std::string where = text_of(at);
  throw limit_error(std::move(here), "limits.fibers",
                    "more than " + std::to_string(chosen_.limits.fibers) +
                        " member functions wait at the same time" +
                        (where.empty() ? "" : ", the newest at " + where));
}

fiber& executor::next_loop(worker& self) {
  if (!self.idle_loops.empty()) {
    fiber* loop = self.idle_loops.back().release();
    self.idle_loops.pop_back();
    return *loop;
  }
  require_fiber(self, {});
  auto loop = std::make_unique<fiber>(chosen_.limits.fiber_stack, &executor::loop_entry, this);
  fibers_.fetch_add(1, std::memory_order_relaxed);
  return *loop.release();
}

void executor::leave_fiber(void (*after_switch)(worker&, void*), void* argument) {
  worker& self = this_worker();
  fiber& here = *self.current;
  fiber& loop = next_loop(self);
  self.after_switch = after_switch;
  self.after_switch_argument = argument;
  self.current = &loop;
  const record::recorded_pause pause;
  const std::uint64_t executed = note_executing(0);
  here.switch_to(loop);
  // Back, perhaps on another thread: the loop fiber that brought us here is to be put away.
  worker& now = this_worker();
  note_executing(executed);
  if (auto* action = std::exchange(now.after_switch, nullptr))
    action(now, now.after_switch_argument);
}

void executor::list(waiter& waiting, worker& with) {
  std::lock_guard guard(with.waiters_lock);
  waiting.listed_with = &with;
  waiting.after = with.waiters;
  if (with.waiters) with.waiters->before = &waiting;
  with.waiters = &waiting;
}

void executor::unlist(waiter& waiting) {
  worker& with = *waiting.listed_with;
  std::lock_guard guard(with.waiters_lock);
  if (waiting.before)
    waiting.before->after = waiting.after;
  else
    with.waiters = waiting.after;
  if (waiting.after) waiting.after->before = waiting.before;
}

// Nothing runs and nothing is queued: some wait can never end, unless a timer will ring; a cycle of
// waits never can. The call for which it waits fails, if it has not begun; else, if `what` allows
// it, the wait. Returns an item to run; 0: the process that has the call is asked to fail it, or
// there is no such wait.
work_item executor::break_deadlock(breakable what, bool only_circles) {
  if (what == breakable::nothing) return 0;
  std::vector<waiter*> all;
  for (auto& one : workers_) {
    std::lock_guard guard(one->waiters_lock);
    for (waiter* at = one->waiters; at; at = at->after)
      if (at->wanted->function() != end_of_session) all.push_back(at);
  }
  std::string all_waits;  // as they are before one is broken
  while (!all.empty()) {
    broken_wait broken = choose_broken_wait(all, *this);
    if (only_circles && !broken.in_circle) return 0;
    if (chosen_.explain_waits && all_waits.empty()) all_waits = chosen_.explain_waits();
    broken.all_waits = all_waits;
    if (!broken.fails_last || what == breakable::waits)
      if (const auto [done, item] = fail_call_of(broken, all); done) return item;
    if (!broken.fails_last) {
      broken.victim->fails_last = true;
      continue;
    }
    for (waiter* one : all) one->fails_last = true;
    return what == breakable::waits ? fail_wait(broken) : 0;
  }
  return 0;
}

bool executor::withdraw_one(const server_object::unit_test& is_wanted,
                            const std::exception_ptr& error) {
  return std::ranges::any_of(objects_.living(), [&](server_object* object) {
    return withdraw(*object, is_wanted, error, *this);
  });
}

void executor::tell_of(const broken_wait& lost) {
  if (std::exchange(lost.victim->told, true)) return;
  chosen_.warn("deadlock: " + lost.why);
  if (lost.all_waits.empty()) return;
  chosen_.explain_waits = nullptr;  // further waits mostly end by this one
  std::istringstream lines(lost.all_waits);
  for (std::string line; std::getline(lines, line);) chosen_.warn(line);
}

// Not done: the call has begun; or it waits for an argument, which some other wait may hold back.
executor::withdrawal executor::fail_call_of(const broken_wait& lost,
                                            const std::vector<waiter*>& all) {
  computation_instance& wanted = result_of(const_cast<computation_instance&>(*lost.victim->wanted));
  const std::exception_ptr error = error_of_lost_wait(wanted, *this);
  outside* const others = chosen_.outside;
  const auto is_awaited = [&all](const computation_instance& one) {
    return std::ranges::any_of(all, [&one](waiter* waiting) {
      return &result_of(const_cast<computation_instance&>(*waiting->wanted)) == &one;
    });
  };
  const bool misses_argument = !lost.in_circle && (!wanted.complete() || wanted.is_partial());
  bool done = misses_argument && (withdraw_maker(wanted, objects_.living(), is_awaited, *this) ||
                                  (others && others->withdraw_maker(wanted, is_awaited)));
  if (!done && others && others->withdraw(wanted, error)) done = lost.victim->fails_last = true;
  if (!done && (!misses_argument || lost.fails_last)) done = withdraw(wanted, error, *this);
  if (!done) return {};
  tell_of(lost);
  return {true, item_put()};
}

work_item executor::fail_wait(const broken_wait& lost) {
  tell_of(lost);
  auto expected = waiter::state::waiting;
  MENTAT_CHECK(lost.victim->now.compare_exchange_strong(expected, waiter::state::abandoned),
               "a waiter was served while nobody ran");
  return item_of(*lost.victim->sleeper);
}

// On the main fiber: returns when all calls have ended.
void executor::drain() {
  forget_timers_of_control();
  leave_fiber(
      [](worker&, void* argument) {
        auto* self = static_cast<executor*>(argument);
        self->draining_.store(self->main_fiber_.get());
      },
      this);
}

void executor::end_main() {
  leave_fiber([](worker&, void* argument) { static_cast<executor*>(argument)->stop(); }, this);
  MENTAT_CHECK(false, "the main fiber was resumed after its end");
}

}  // namespace mentat
