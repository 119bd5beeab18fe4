// mselect: a function that waits for a call to accept parks its fiber and gives the right to run
// the object back [TOCS96 3.2.4]. The timers of such waits, and of guards.
#include "rts/core/activation.h"
#include "rts/executor/execute.h"
#include "rts/executor/executor.h"
#include "rts/executor/this_worker.h"

namespace mentat {
struct executor::parked_selection : selection {
  parked_selection(const predicate_manager& by, server_object& of, executor& with)
      : selection(by), object(of), on(with) {}

  server_object& object;
  executor& on;
  fiber* sleeper = nullptr;
};

std::optional<predicate_manager::accepted> executor::select(server_object& object,
                                                            const predicate_manager& predicate,
                                                            std::optional<std::int64_t> longest) {
  if (object.is_ending()) throw object_ends();
  // A thread of control that waits for a time, or polls, does not keep a program alive.
  if (object.is_serving() && main_has_ended_.load(std::memory_order_relaxed)) longest.reset();
  parked_selection waiting(predicate, object, *this);
  if (longest && *longest <= 0) waiting.time_is_over.store(true);
  object.select(waiting);
  try {
    if (end_of_selection(object, *this, how_)) {
      // A function that polls with melse, or always finds a call, occasionally lets others run.
      if (++this_worker().selected_here % 64 == 0) pause_caller();
    } else {
      waiting.sleeper = this_worker().current;
      if (longest) add_timer(object, waiting.time_is_over, *longest);
      leave_fiber(
          [](worker&, void* argument) {
            auto& parked = *static_cast<parked_selection*>(argument);
            executor& on = parked.on;
            server_object& of = parked.object;
            if (run_object(of, {}, on, on.how_)) on.ready(of);
          },
          &waiting);
    }
  } catch (...) {
    remove_timer(waiting.time_is_over);
    object.stop_selecting();
    throw;
  }
  if (longest) remove_timer(waiting.time_is_over);
  if (!waiting.found && object.is_ending()) throw object_ends();
  return waiting.found;
}

void executor::serve(server_object& object, computation_instance& accepted) {
  execute(accepted, &object, *this, how_);
  if (object.is_ending()) throw object_ends();
}

void executor::resume(selection& over) {
  put(item_of(*static_cast<parked_selection&>(over).sleeper));
}

// --- timers

void executor::set_alarm(alarm& set, std::int64_t longest) {
  add_timer(set.object, set.rung, longest);
}

void executor::cancel_alarm(alarm& set) { remove_timer(set.rung); }

void executor::add_timer(server_object& object, std::atomic<bool>& is_over, std::int64_t longest) {
  std::lock_guard guard(timers_lock_);
  const std::int64_t now = now_ns();
  const std::int64_t at = longest > no_timer - 1 - now ? no_timer - 1 : now + longest;
  timers_.push_back({at, &object, &is_over});
  if (at >= first_timer_.load()) return;
  first_timer_.store(at, std::memory_order_seq_cst);
  wake_one();  // a worker that would sleep past that time; this one may be busy
}

void executor::remove_timer(const std::atomic<bool>& is_over) {
  std::lock_guard guard(timers_lock_);
  std::erase_if(timers_, [&](const timer& one) { return one.is_over == &is_over; });
  std::int64_t first = no_timer;
  for (const timer& one : timers_) first = std::min(first, one.at);
  first_timer_.store(first, std::memory_order_seq_cst);
}

// A timer stays until the function, or the call, that waited for it takes it away.
void executor::ring_timers() {
  std::vector<server_object*> to_run;
  {
    std::lock_guard guard(timers_lock_);
    const std::int64_t now = now_ns();
    std::int64_t first = no_timer;
    for (const timer& one : timers_) {
      if (one.is_over->load()) continue;
      if (one.at > now) {
        first = std::min(first, one.at);
        continue;
      }
      one.is_over->store(true, std::memory_order_release);
      one.object->note_time_passed();
      if (one.object->notify()) to_run.push_back(one.object);
    }
    first_timer_.store(first, std::memory_order_seq_cst);
  }
  for (server_object* object : to_run) ready(*object);
  if (has_timers()) wake_one();  // sleeping workers do not know of the remaining timers
}

// The main program has ended: ends waits that only a time would end.
void executor::forget_timers_of_control() {
  main_has_ended_.store(true);
  std::lock_guard guard(timers_lock_);
  std::int64_t first = no_timer;
  std::erase_if(timers_, [](const timer& one) { return one.object->is_serving(); });
  for (const timer& one : timers_) first = std::min(first, one.at);
  first_timer_.store(first, std::memory_order_seq_cst);
}

bool executor::timer_is_due() const {
  const std::int64_t first = first_timer_.load(std::memory_order_seq_cst);
  return first != no_timer && now_ns() >= first;
}

std::chrono::nanoseconds executor::until_timer(std::chrono::nanoseconds longest) const {
  const std::int64_t first = first_timer_.load(std::memory_order_seq_cst);
  if (first == no_timer) return longest;
  const std::chrono::nanoseconds left(std::max<std::int64_t>(first - now_ns(), 1));
  return longest.count() > 0 ? std::min(longest, left) : left;
}

}  // namespace mentat
