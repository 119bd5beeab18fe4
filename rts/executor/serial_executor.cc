#include "rts/executor/serial_executor.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "mmps/base/check.h"
#include "rts/core/activation.h"
#include "rts/core/program_graph.h"
#include "rts/executor/execute.h"

namespace mentat {

using clock = std::chrono::steady_clock;

// A stack on which one object runs until it waits in an mselect.
struct serial_executor::side_fiber {
  side_fiber(serial_executor& with) : stack(with.limits_.fiber_stack, &serial_executor::side_entry, this), on(with) {}

  fiber stack;
  serial_executor& on;
  server_object* object = nullptr;   // to run
  side_fiber* came_from = nullptr;   // null: the thread's own stack
  side_fiber* next_idle = nullptr;
};

struct serial_executor::standing_selection : selection {
  standing_selection(const predicate_manager& by, server_object& of) : selection(by), object(of) {}

  server_object& object;
  side_fiber* side = nullptr;
  clock::time_point end;
};

serial_executor::serial_executor(const mentat::limits& limits, std::string host,
                                 std::function<void(const std::string&)> warn)
    : limits_(limits), host_(std::move(host)), warn_(std::move(warn)), objects_(limits.objects), native_(std::make_unique<fiber>()) {}

serial_executor::~serial_executor() = default;

void serial_executor::run(const std::function<void()>& program) {
  activation main_program;
  main_program.runtime = this;
  main_program.caller = new_caller();
  main_program.outer = current_activation;
  current_activation = &main_program;
  program();
  for (auto living = objects_.living(); !living.empty(); living = objects_.living())
    for (server_object* object : living) end_living(*object, *this);
  current_activation = main_program.outer;
}

void serial_executor::submit(computation_instance& call) {
  if (server_object* object = call.target()) {
    if (object->post(call)) ready(*object);
  } else if (call.complete()) {
    ready(call);
  }
}

void serial_executor::wait(computation_instance& call) {
  for (;;) {
    const computation_instance& at = result_of(call);
    if (at.future.now() == future::state::closed) return;
    if (ring_first_timer()) continue;
    if (at.target() && at.target()->is_selecting()) throw closed_entry(place_of(at, *this));
    throw deadlock(place_of(at, *this));
  }
}

mmps::mmps_name serial_executor::adopt(const class_info& of_class, void* self) {
  mmps::mmps_name name;
  if (!objects_.add(of_class, self, name))
    throw limit_error({of_class.description->name, "create", host_}, "limits.objects",
                      "more than " + std::to_string(limits_.objects) + " persistent objects live at the same time");
  start_serving(name, *this);
  return name;
}

void serial_executor::ready(computation_instance& call) {
  if (call.claim()) execute(call, nullptr, *this, false);
}

void serial_executor::ready(server_object& object) {
  if (object.runs_apart()) return run_on_the_side(object);
  while (object.begin() && run_object(object, {}, *this, false)) {
  }
}

// --- objects that accept by themselves

void serial_executor::run_on_the_side(server_object& object) {
  if (!object.begin()) return;
  if (object.is_selecting()) {
    if (run_object(object, {}, *this, false)) ready(object);  // to see whether it can go on: it has been resumed then
    return;
  }
  side_fiber* side = idle_;
  if (side) {
    idle_ = side->next_idle;
  } else {
    if (sides_.size() >= limits_.fibers)
      throw limit_error({object.of_class()->description->name, "mselect", host_}, "limits.fibers",
                        "more than " + std::to_string(limits_.fibers) + " member functions wait at the same time");
    side = sides_.emplace_back(std::make_unique<side_fiber>(*this)).get();
  }
  side->object = &object;
  switch_to(*side);
}

void serial_executor::side_entry(void* entered) {
  auto& side = *static_cast<side_fiber*>(entered);
  serial_executor& on = side.on;
  for (;;) {
    server_object& object = *side.object;
    while (run_object(object, {}, on, false) && object.begin()) {
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

std::optional<predicate_manager::accepted> serial_executor::select(server_object& object, const predicate_manager& predicate,
                                                                   std::optional<std::int64_t> longest) {
  if (object.is_ending()) throw object_ends();
  standing_selection waiting(predicate, object);
  if (longest && *longest <= 0) waiting.time_is_over.store(true);
  object.select(waiting);
  while (!end_of_selection(object, *this, false)) {
    if (!object.end()) continue;
    MENTAT_CHECK(current_, "an object that selects runs on a fiber of its own");
    waiting.side = current_;
    if (longest) {
      const auto now = clock::now();
      const auto left = std::chrono::duration_cast<clock::duration>(std::chrono::nanoseconds(*longest));
      waiting.end = left > clock::time_point::max() - now ? clock::time_point::max() : now + left;
      timed_.push_back(&waiting);
    }
    switch_back();
    std::erase(timed_, &waiting);
    break;
  }
  if (!waiting.found && object.is_ending()) throw object_ends();
  return waiting.found;
}

void serial_executor::serve(server_object& object, computation_instance& accepted) { execute(accepted, &object, *this, false); }

void serial_executor::resume(selection& over) { switch_to(*static_cast<standing_selection&>(over).side); }

// Nothing goes on without it: the time until the first mafter passes.
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
