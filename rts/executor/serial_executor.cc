#include "rts/executor/serial_executor.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <thread>
#include <utility>

#include "mmps/base/check.h"
#include "mmps/base/open_choice.h"
#include "rts/core/activation.h"
#include "rts/core/class_registry.h"
#include "rts/core/program_graph.h"
#include "rts/executor/debugger.h"
#include "rts/executor/execute.h"
#include "rts/executor/last_words.h"
#include "rts/record/recorded_call.h"
#include "rts/record/shared_rings.h"

namespace mentat {

using clock = std::chrono::steady_clock;

// A stack on which one object, or one call of a regular class, runs until it waits.
struct serial_executor::side_fiber {
  explicit side_fiber(serial_executor& with)
      : stack(with.limits_.main_stack, &serial_executor::side_entry, this), on(with) {}

  fiber stack;
  serial_executor& on;
  server_object* object = nullptr;       // to run, or
  computation_instance* call = nullptr;  // of a regular class
  side_fiber* came_from = nullptr;       // null: the thread's own stack
  side_fiber* next_idle = nullptr;
  unsigned unsuspendable = 0;  // calls on it that run on the stack of their caller
};

struct serial_executor::suspended_selection : selection {
  suspended_selection(const predicate_manager& by, server_object& of) : selection(by), object(of) {}

  server_object& object;
  side_fiber* side = nullptr;
  clock::time_point end;
};

struct serial_executor::set_time {
  clock::time_point end;
  alarm* of;
};

// A function that waits for a value on a fiber of its own. On the heap, because the arc outlives a
// wait that fails.
struct serial_executor::suspended_function : arc {
  serial_executor* on = nullptr;
  side_fiber* side = nullptr;
  computation_instance* wanted = nullptr;
  const computation_instance* runs = nullptr;  // the call that the function executes
  const server_object* object = nullptr;       // the function's; null: of a regular class
  std::uint64_t ticket = 0;                    // later waits have higher ones
  bool failed = false;                         // nothing can produce the value

  static void arrive(arc& along, computation_instance&, bool, scheduler&) {
    auto* self = static_cast<suspended_function*>(&along);
    if (self->failed) {
      delete self;
      return;
    }
    self->on->suspended_.erase(self->ticket);
    self->on->ready_.emplace(self->ticket, self);
  }
};

namespace {

clock::time_point after(std::int64_t nanoseconds) {
  const auto now = clock::now();
  const auto left =
      std::chrono::duration_cast<clock::duration>(std::chrono::nanoseconds(nanoseconds));
  return left > clock::time_point::max() - now ? clock::time_point::max() : now + left;
}

}  // namespace

serial_executor::serial_executor(const mentat::limits& limits, std::string host,
                                 std::function<void(const std::string&)> warn,
                                 const mmps::mmps_name& self)
    : limits_(limits),
      host_(std::move(host)),
      warn_(std::move(warn)),
      how_(manner_of(false, record::is_on())),
      objects_(limits.objects, self),
      native_(std::make_unique<fiber>()) {
  set_replicas(&home_.table(), &home_);
}

serial_executor::~serial_executor() = default;

void serial_executor::run(const std::function<void()>& program) {
  const debugged_thread seen;
  watch_ends_of_this_thread([](const void*) -> std::size_t { return 0; });
  activation main_program;
  main_program.runtime = this;
  main_program.caller = new_caller();
  main_program.outer = current_activation;
  current_activation = &main_program;
  program();
  while (resume_ready() || (call_waits_for_time() && ring_first_timer()) || end_lost_wait() ||
         refuse_waiting_calls()) {
  }
  for (auto living = objects_.living(); !living.empty(); living = objects_.living())
    for (server_object* object : living) end_living(*object, *this);
  current_activation = main_program.outer;
}

void serial_executor::submit(computation_instance& call) {
  if (server_object* object = call.target()) {
    object->note_posted(true);
    if (object->post(call)) ready(*object);
  } else if (call.complete()) {
    ready(call);
  }
}

void serial_executor::wait(computation_instance& call, source_place) {
  constexpr int max_rings = 100;  // a thread of control may wait for times for ever
  for (int rings = 0;; ++rings) {
    computation_instance& at = result_of(call);
    if (at.future.is_closed()) return;
    if (resume_ready()) continue;
    if (unsuspendable() != 0)
      throw limit_error(
          place_of(at, *this), "limits.fibers",
          "more than " + std::to_string(limits_.fibers) + " functions wait at the same time");
    if (some_class_has_guards && current_) {
      suspend(at);
      continue;
    }
    if ((rings < max_rings || call_waits_for_time()) && ring_first_timer()) continue;
    if (suspended_function* const behind = last_in_chain(at))
      end_wait(*behind);
    else if (const std::exception_ptr error = error_of(at); fail_maker(at))
      continue;
    else if (!at.complete() && !suspended_.empty())  // one may hold the argument back
      end_newest_wait();
    else if (!withdraw(at, error, *this))
      std::rethrow_exception(error);
  }
}

void serial_executor::send(server_object&, computation_instance&) {
  MENTAT_CHECK(false, "there is no other process");
}

mmps::mmps_name serial_executor::adopt(const class_info& of_class, void* self) {
  mmps::mmps_name name;
  auto serving = prepare_serving(of_class);
  const bool apart = accepts_by_itself(of_class);
  if (apart) reserve_side(of_class);
  if (!objects_.add(of_class, self, name))
    throw limit_error({of_class.description->name, "create", host_}, "limits.objects",
                      "more than " + std::to_string(limits_.objects) +
                          " persistent objects live at the same time");
  if (of_class.replica) home_.add(name, of_class, self);
  if (apart) ++living_apart_;
  if (record::is_on()) record::note_object(record::event_kind::object_made, *objects_.find(name));
  start_serving(std::move(serving), name, *this);
  return name;
}

void serial_executor::ended(server_object& object) {
  if (object.runs_apart()) --living_apart_;
  if (counts_calls_) counts_.count(*object.of_class(), object.look().executed);
  objects_.recycle(object);
}

// One for each object that runs apart, because it runs at most one function at a time: so a call
// never lacks one.
void serial_executor::reserve_side(const class_info& of_class) {
  if (sides_.size() > living_apart_) return;
  if (sides_.size() >= limits_.fibers)
    throw limit_error({of_class.description->name, "create", host_}, "limits.fibers",
                      "more than " + std::to_string(limits_.fibers) +
                          " objects that accept by themselves live at the same time");
  add_side();
}

void serial_executor::add_side() {
  side_fiber& made = *sides_.emplace_back(std::make_unique<side_fiber>(*this));
  made.next_idle = std::exchange(idle_, &made);
}

void serial_executor::ready(computation_instance& call) {
  if (!call.claim()) return call.release();  // it has failed
  if (counts_calls_) [[unlikely]]
    counts_.count(*call.of_class());
  if (may_suspend()) return run_on_the_side(call);
  run_unsuspendable([&] { execute(call, nullptr, *this, how_); });
}

void serial_executor::ready(server_object& object) {
  if (object.runs_apart() || may_suspend()) return run_on_the_side(object);
  run_unsuspendable([&] {
    while (object.begin() && run_object(object, {}, *this, how_)) {
    }
  });
}

// A call runs on the stack of its caller: always in a program without guards; else only if there
// are too many fibers, and then it cannot be suspended.
template <class Run>
void serial_executor::run_unsuspendable(Run&& run) {
  if (!some_class_has_guards) return run();
  ++unsuspendable();
  run();
  --unsuspendable();
}

// How many calls that cannot be suspended are on the running stack.
unsigned& serial_executor::unsuspendable() {
  return current_ ? current_->unsuspendable : unsuspendable_;
}

bool serial_executor::may_suspend() const {
  return some_class_has_guards && used_ + living_apart_ < limits_.fibers;
}

// --- objects that accept by themselves

void serial_executor::run_on_the_side(server_object& object) {
  if (!object.begin()) return;
  if (object.is_selecting()) {  // its function is suspended on a fiber already, and goes on if its
                                // wait is over
    run_object(object, {}, *this, how_);
    return;
  }
  side_fiber& side = take_side();
  side.object = &object;
  switch_to(side);
}

void serial_executor::run_on_the_side(computation_instance& call) {
  side_fiber& side = take_side();
  side.call = &call;
  switch_to(side);
}

serial_executor::side_fiber& serial_executor::take_side() {
  if (!idle_) add_side();  // the last one may be just about to become idle
  ++used_;
  side_fiber& side = *idle_;
  idle_ = side.next_idle;
  return side;
}

void serial_executor::side_entry(void* entered) {
  auto& side = *static_cast<side_fiber*>(entered);
  serial_executor& on = side.on;
  for (;;) {
    if (computation_instance* call = std::exchange(side.call, nullptr)) {
      execute(*call, nullptr, on, on.how_);
    } else {
      server_object& object = *side.object;
      while (run_object(object, {}, on, on.how_) && object.begin()) {
      }
    }
    side.next_idle = std::exchange(on.idle_, &side);
    --on.used_;
    on.switch_back();
  }
}

void serial_executor::switch_to(side_fiber& side) {
  side.came_from = current_;
  fiber& here = current_ ? current_->stack : *native_;
  current_ = &side;
  const record::recorded_pause pause;
  here.switch_to(side.stack);
}

void serial_executor::switch_back() {
  side_fiber& side = *current_;
  current_ = side.came_from;
  const record::recorded_pause pause;
  side.stack.switch_to(current_ ? current_->stack : *native_);
}

// --- suspended functions

void serial_executor::suspend(computation_instance& wanted) {
  auto* here = new suspended_function;
  here->deliver = &suspended_function::arrive;
  here->on = this;
  here->side = current_;
  here->wanted = &wanted;
  here->runs = current_activation->instance;
  here->object = current_activation->object;
  here->ticket = ++tickets_;
  suspended_.emplace(here->ticket, here);
  draw_arc(wanted, *here, *this);
  switch_back();
  if (here->failed)  // the arc is still drawn; its delivery frees it
    std::rethrow_exception(error_of(result_of(wanted)));
  delete here;
}

// Resumes the function that was suspended first of those whose values are there, or the one that an
// installed chooser chooses.
bool serial_executor::resume_ready() {
  if (ready_.empty()) return false;
  auto next = ready_.begin();
  if (base::installed_chooser && ready_.size() > 1)
    std::advance(next, base::installed_chooser->choose(ready_.size(), [&](std::size_t at) {
      const suspended_function& waiting = *std::next(ready_.begin(), static_cast<long>(at))->second;
      return describe(waiting);
    }));
  side_fiber& side = *next->second->side;
  ready_.erase(next);
  switch_to(side);
  return true;
}

std::string serial_executor::describe(const suspended_function& waiting) {
  if (!waiting.runs) return "a function goes on";
  const computation_instance& call = *waiting.runs;
  std::string text = function_name(*call.of_class(), call.function()) + " goes on";
  if (const std::string place = text_of(call.called_at()); !place.empty())
    text += ", which was called at " + place;
  return text;
}

// Follows the waits from a wanted call: each call is executed by a function, or waits for the one
// that its object runs. The last suspended function on that path; of a circle, the one suspended
// last that waits for a call that has not begun; null: none.
serial_executor::suspended_function* serial_executor::last_in_chain(computation_instance& wanted) {
  std::vector<suspended_function*> way;
  for (computation_instance* at = &wanted;; at = way.back()->wanted) {
    const computation_instance& end = result_of(*at);
    const auto next = std::ranges::find_if(suspended_, [&](const auto& one) {
      return one.second->runs == &end || (one.second->object && one.second->object == end.target());
    });
    if (next == suspended_.end()) return way.empty() ? nullptr : way.back();
    if (const auto seen = std::ranges::find(way, next->second); seen != way.end())
      return *std::max_element(seen, way.end(), [this](const auto* one, const auto* other) {
        return std::pair(!waits_for_begun(*one), one->ticket) <
               std::pair(!waits_for_begun(*other), other->ticket);
      });
    way.push_back(next->second);
  }
}

bool serial_executor::waits_for_begun(const suspended_function& waiting) const {
  const computation_instance& wanted = result_of(*waiting.wanted);
  return std::ranges::any_of(suspended_,
                             [&](const auto& one) { return one.second->runs == &wanted; });
}

// Fails the call for which the function waits, if it has not begun; else the wait.
void serial_executor::end_wait(suspended_function& lost) {
  computation_instance& wanted = result_of(*lost.wanted);
  if (fail_maker(wanted) || withdraw(wanted, error_of(wanted), *this)) return;
  suspended_.erase(lost.ticket);
  lost.failed = true;
  switch_to(*lost.side);
}

// True if some waited.
bool serial_executor::refuse_waiting_calls() {
  bool any = false;
  for (server_object* object : objects_.living()) any |= refuse_waiting(*object, *this);
  return any;
}

// At the end of main: ends a wait that nothing can end any more. False: no function is suspended.
bool serial_executor::end_lost_wait() {
  if (suspended_.empty()) return false;
  suspended_function& longest = *suspended_.begin()->second;
  suspended_function* const behind = last_in_chain(*longest.wanted);
  end_wait(behind ? *behind : longest);
  return true;
}

void serial_executor::end_newest_wait() {
  suspended_function& newest = *suspended_.rbegin()->second;
  suspended_function* const behind = last_in_chain(*newest.wanted);
  end_wait(behind ? *behind : newest);
}

// Fails a call that the wanted one needs, if that has not begun and no function waits for it.
bool serial_executor::fail_maker(computation_instance& wanted) {
  const auto is_awaited = [this](const computation_instance& one) {
    return std::ranges::any_of(suspended_, [&](const auto& waiting) {
      return &result_of(*waiting.second->wanted) == &one;
    });
  };
  return withdraw_maker(wanted, objects_.living(), is_awaited, *this);
}

std::exception_ptr serial_executor::error_of(const computation_instance& wanted) const {
  const server_object* const target = wanted.target();
  if (target && target->is_selecting())  // in the other modes other functions may still run
    return std::make_exception_ptr(closed_entry(place_of(wanted, *this)));
  return error_of_lost_wait(wanted, *this);
}

std::optional<predicate_manager::accepted> serial_executor::select(
    server_object& object, const predicate_manager& predicate,
    std::optional<std::int64_t> longest) {
  if (object.is_ending()) throw object_ends();
  if (predicate.nothing_enabled() && longest && !object.is_serving()) {  // only time can end it
    std::this_thread::sleep_for(std::chrono::nanoseconds(*longest));
    return std::nullopt;
  }
  suspended_selection waiting(predicate, object);
  // A thread of control that polls would never let its creator go on: it is suspended like one
  // whose timeout is over.
  waiting.time_is_over.store(longest && *longest <= 0 && !object.is_serving());
  object.select(waiting);
  while (!end_of_selection(object, *this, how_)) {
    if (longest) {
      waiting.end = after(*longest);
      timed_.push_back(&waiting);
    }
    MENTAT_CHECK(current_, "an object that selects runs on a fiber of its own");
    waiting.side = current_;
    const bool is_suspended = object.end();
    if (is_suspended) switch_back();
    std::erase(timed_, &waiting);
    if (is_suspended) break;
  }
  if (!waiting.found && object.is_ending()) throw object_ends();
  return waiting.found;
}

void serial_executor::serve(server_object& object, computation_instance& accepted) {
  execute(accepted, &object, *this, how_);
  if (object.is_ending()) throw object_ends();
}

void serial_executor::resume(selection& over) {
  switch_to(*static_cast<suspended_selection&>(over).side);
}

void serial_executor::set_alarm(alarm& set, std::int64_t longest) {
  alarms_.push_back({after(longest), &set});
}

void serial_executor::cancel_alarm(alarm& set) {
  std::erase_if(alarms_, [&](const set_time& one) { return one.of == &set; });
}

bool serial_executor::call_waits_for_time() const {
  return !alarms_.empty() || std::ranges::any_of(timed_, [](const suspended_selection* one) {
    return !one->object.is_serving();
  });
}

bool serial_executor::ring_first_alarm() {
  const auto first = std::ranges::min_element(alarms_, {}, &set_time::end);
  const set_time ringing = *first;
  alarms_.erase(first);
  std::this_thread::sleep_until(ringing.end);
  ringing.of->rung.store(true);
  server_object& object = ringing.of->object;
  object.note_time_passed();
  if (object.notify()) ready(object);
  return true;
}

// Nothing else can go on: lets the time until the first mafter, or the first alarm, pass.
bool serial_executor::ring_first_timer() {
  const auto first = std::ranges::min_element(timed_, {}, &suspended_selection::end);
  if (!alarms_.empty() &&
      (first == timed_.end() ||
       std::ranges::min_element(alarms_, {}, &set_time::end)->end < (*first)->end))
    return ring_first_alarm();
  if (first == timed_.end()) return false;
  suspended_selection& waiting = **first;
  timed_.erase(first);
  std::this_thread::sleep_until(waiting.end);
  waiting.time_is_over.store(true);
  if (waiting.object.notify()) ready(waiting.object);
  return true;
}

}  // namespace mentat
