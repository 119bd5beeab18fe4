#include "rts/executor/serial_executor.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "mmps/base/check.h"
#include "rts/core/activation.h"
#include "rts/core/class_registry.h"
#include "rts/core/program_graph.h"
#include "rts/executor/debugger.h"
#include "rts/executor/execute.h"
#include "rts/executor/last_words.h"

namespace mentat {

using clock = std::chrono::steady_clock;

// A stack on which one object runs until it waits in an mselect.
struct serial_executor::side_fiber {
  // All calls that its object makes run on it, as all others run on the stack of main.
  explicit side_fiber(serial_executor& with)
      : stack(with.limits_.main_stack, &serial_executor::side_entry, this), on(with) {}

  fiber stack;
  serial_executor& on;
  server_object* object = nullptr;       // to run, or
  computation_instance* call = nullptr;  // of a regular class
  side_fiber* came_from = nullptr;  // null: the thread's own stack
  side_fiber* next_idle = nullptr;
};

struct serial_executor::standing_selection : selection {
  standing_selection(const predicate_manager& by, server_object& of) : selection(by), object(of) {}

  server_object& object;
  side_fiber* side = nullptr;
  clock::time_point end;
};

// A function that waits for a value on a fiber of its own. Lives on the stack of that fiber.
struct serial_executor::standing_function {
  side_fiber* side;
  const computation_instance* wanted;
  bool fails = false;  // nothing can produce the value
};

serial_executor::serial_executor(const mentat::limits& limits, std::string host,
                                 std::function<void(const std::string&)> warn,
                                 const mmps::mmps_name& self)
    : limits_(limits),
      host_(std::move(host)),
      warn_(std::move(warn)),
      objects_(limits.objects, self),
      native_(std::make_unique<fiber>()) {}

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
  while (resume_ready() || (call_waits_for_time() && ring_first_timer()) || end_longest_wait()) {
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
    const computation_instance& at = result_of(call);
    if (at.future.is_closed()) return;
    if (resume_ready()) continue;
    if (some_class_has_guards && current_) {
      stand(at);
      continue;
    }
    if ((rings < max_rings || call_waits_for_time()) && ring_first_timer()) continue;
    if (end_longest_wait()) continue;
    fail_wait(at);
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
  if (apart) ++living_apart_;
  start_serving(std::move(serving), name, *this);
  return name;
}

void serial_executor::ended(server_object& object) {
  if (object.runs_apart()) --living_apart_;
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
  if (!call.claim()) return;
  if (some_class_has_guards) return run_on_the_side(call);
  execute(call, nullptr, *this, false);
}

void serial_executor::ready(server_object& object) {
  if (object.runs_apart() || some_class_has_guards) return run_on_the_side(object);
  while (object.begin() && run_object(object, {}, *this, false)) {
  }
}

// --- objects that accept by themselves

void serial_executor::run_on_the_side(server_object& object) {
  if (!object.begin()) return;
  if (object.is_selecting()) {  // its function stands on a fiber already, and goes on if its wait
                                // is over
    run_object(object, {}, *this, false);
    return;
  }
  side_fiber& side = take_side();  // the last one may be just about to become idle
  side.object = &object;
  switch_to(side);
}

void serial_executor::run_on_the_side(computation_instance& call) {
  // Without a fiber it cannot stand, but runs.
  if (!idle_ && sides_.size() >= limits_.fibers) return execute(call, nullptr, *this, false);
  side_fiber& side = take_side();
  side.call = &call;
  switch_to(side);
}

serial_executor::side_fiber& serial_executor::take_side() {
  if (!idle_) add_side();
  side_fiber& side = *idle_;
  idle_ = side.next_idle;
  return side;
}

void serial_executor::side_entry(void* entered) {
  auto& side = *static_cast<side_fiber*>(entered);
  serial_executor& on = side.on;
  for (;;) {
    if (computation_instance* call = std::exchange(side.call, nullptr)) {
      execute(*call, nullptr, on, false);
    } else {
      server_object& object = *side.object;
      while (run_object(object, {}, on, false) && object.begin()) {
      }
    }
    side.next_idle = std::exchange(on.idle_, &side);
    on.switch_back();
  }
}

void serial_executor::switch_to(side_fiber& side) {
  side.came_from = current_;
  fiber& here = current_ ? current_->stack : *native_;
  current_ = &side;
  here.switch_to(side.stack);
}

void serial_executor::switch_back() {
  side_fiber& side = *current_;
  current_ = side.came_from;
  side.stack.switch_to(current_ ? current_->stack : *native_);
}

// --- functions that stand

void serial_executor::stand(const computation_instance& wanted) {
  standing_function here{current_, &wanted};
  standing_.push_back(&here);
  switch_back();
  if (here.fails) fail_wait(wanted);
}

// Lets the function go on that has stood longest of those whose values are there.
bool serial_executor::resume_ready() {
  const auto found = std::ranges::find_if(standing_, [](const standing_function* one) {
    return result_of(*const_cast<computation_instance*>(one->wanted)).future.is_closed();
  });
  if (found == standing_.end()) return false;
  side_fiber& side = *(*found)->side;
  standing_.erase(found);
  switch_to(side);
  return true;
}

// Nothing can go on: the longest wait ends with an error.
bool serial_executor::end_longest_wait() {
  if (standing_.empty()) return false;
  standing_function& longest = *standing_.front();
  standing_.erase(standing_.begin());
  longest.fails = true;
  switch_to(*longest.side);
  return true;
}

void serial_executor::fail_wait(const computation_instance& wanted) {
  const error_place place = place_of(wanted, *this);
  const server_object* const target = wanted.target();
  if (target && target->has_guards()) throw closed_guard(place);
  if (target && target->is_selecting()) throw closed_entry(place);
  throw deadlock(place);
}

std::optional<predicate_manager::accepted> serial_executor::select(
    server_object& object, const predicate_manager& predicate,
    std::optional<std::int64_t> longest) {
  if (object.is_ending()) throw object_ends();
  if (predicate.nothing_enabled() && longest && !object.is_serving()) {  // only time can end it
    std::this_thread::sleep_for(std::chrono::nanoseconds(*longest));
    return std::nullopt;
  }
  standing_selection waiting(predicate, object);
  // A thread of control that polls would never let its creator go on: it is suspended like one
  // whose timeout is over.
  waiting.time_is_over.store(longest && *longest <= 0 && !object.is_serving());
  object.select(waiting);
  while (!end_of_selection(object, *this, false)) {
    if (longest) {
      const auto now = clock::now();
      const auto left =
          std::chrono::duration_cast<clock::duration>(std::chrono::nanoseconds(*longest));
      waiting.end = left > clock::time_point::max() - now ? clock::time_point::max() : now + left;
      timed_.push_back(&waiting);
    }
    MENTAT_CHECK(current_, "an object that selects runs on a fiber of its own");
    waiting.side = current_;
    const bool stands = object.end();
    if (stands) switch_back();
    std::erase(timed_, &waiting);
    if (stands) break;
  }
  if (!waiting.found && object.is_ending()) throw object_ends();
  return waiting.found;
}

void serial_executor::serve(server_object& object, computation_instance& accepted) {
  execute(accepted, &object, *this, false);
  if (object.is_ending()) throw object_ends();
}

void serial_executor::resume(selection& over) {
  switch_to(*static_cast<standing_selection&>(over).side);
}

bool serial_executor::call_waits_for_time() const {
  return std::ranges::any_of(
      timed_, [](const standing_selection* one) { return !one->object.is_serving(); });
}

// Nothing else can go on: lets the time until the first mafter pass.
bool serial_executor::ring_first_timer() {
  const auto first = std::ranges::min_element(timed_, {}, &standing_selection::end);
  if (first == timed_.end()) return false;
  standing_selection& waiting = **first;
  timed_.erase(first);
  std::this_thread::sleep_until(waiting.end);
  waiting.time_is_over.store(true);
  if (waiting.object.notify()) ready(waiting.object);
  return true;
}

}  // namespace mentat
