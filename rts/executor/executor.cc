#include "rts/executor/executor.h"

#include <algorithm>
#include <array>
#include <string>
#include <system_error>

#include "mmps/base/block_pool.h"
#include "mmps/base/check.h"
#include "rts/core/activation.h"
#include "rts/core/executing_unit.h"
#include "rts/executor/debugger.h"
#include "rts/executor/execute.h"
#include "rts/executor/last_words.h"
#include "rts/executor/pinned_main.h"
#include "rts/executor/this_worker.h"
#include "rts/record/recorded_call.h"
#include "rts/record/shared_rings.h"

namespace mentat {
namespace {

// Of small blocks, before callers wait for their calls.
constexpr std::size_t ample_memory = std::size_t{32} << 20;  // bytes

thread_local worker* the_worker = nullptr;

[[maybe_unused]] std::size_t guarded_stack_size(const void* address) {
  const worker* self = the_worker;
  const fiber_stack* stack = self && self->current ? self->current->stack() : nullptr;
  return stack && stack->guards(address) ? stack->size() : 0;
}

}  // namespace

[[gnu::noinline]] worker& this_worker() { return *the_worker; }
[[gnu::noinline]] bool is_worker() { return the_worker != nullptr; }
[[gnu::noinline]] void set_this_worker(worker* self) {
  the_worker = self;
  this_replica_reader = self ? &self->reads : nullptr;
  show_executing_unit_in(self ? self->executing : nullptr);
}

executor::executor(options chosen)
    : chosen_(std::move(chosen)),
      objects_(chosen_.limits.objects, chosen_.self),
      how_(manner_of(chosen_.adversarial, record::is_on())),
      home_(*this, {chosen_.adversarial, chosen_.check_replicas_every, chosen_.bug}) {
  set_bug(chosen_.bug);
  replica_followers* const followers = chosen_.outside ? chosen_.outside->followers() : nullptr;
  set_replicas(&home_.table(), !chosen_.outside || followers ? &home_ : nullptr);
  if (followers) home_.tell(*followers);
  home_.table().set_reads_take_turns();
  if (chosen_.adversarial || chosen_.workers == 0) chosen_.workers = 1;
  if (chosen_.pauses_for_memory) base::block_pool::flag_growth(&is_far_ahead_, ample_memory);
  // Each worker has a loop fiber, and main may wait.
  chosen_.limits.fibers = std::max(chosen_.limits.fibers, chosen_.workers + 1);
  if (chosen_.outside) objects_.prepare();
  for (unsigned i = 0; i < chosen_.workers; ++i) {
    auto made = std::make_unique<worker>();
    made->index = i;
    made->on = this;
    made->chance = base::random(chosen_.seed);
    made->seen.resize(chosen_.workers);
    if (chosen_.outside) {
      made->word = &chosen_.outside->word(i);
      made->executing = chosen_.outside->executing(i);
      made->executed = &made->counts;
    }
    made->reads.is_alone = chosen_.workers == 1;
    home_.table().add_reader(made->reads);
    workers_.push_back(std::move(made));
  }
}

executor::~executor() {
  if (chosen_.pauses_for_memory) base::block_pool::flag_growth(nullptr, SIZE_MAX);
}

// Starts the other workers' threads, which wait for the gate. If it throws, none is left.
void executor::start_threads() {
  for (const auto& one : workers_) one->idle_loops.emplace_back(&next_loop(*one));
  try {
    for (std::size_t i = 1; i < workers_.size(); ++i)
      workers_[i]->thread = std::thread([this, i] {
        gate_.wait(gate::closed, std::memory_order_acquire);
        if (gate_.load(std::memory_order_acquire) == gate::open) run_worker(*workers_[i]);
      });
  } catch (const std::system_error& error) {
    set_gate(gate::given_up);
    join_threads();
    throw std::system_error(error.code(), "one of " + std::to_string(workers_.size()) +
                                              " threads (ulimit -u, ulimit -v)");
  }
}

void executor::set_gate(gate to) {
  gate_.store(to, std::memory_order_release);
  gate_.notify_all();
}

void executor::join_threads() {
  for (const auto& one : workers_)
    if (one->thread.joinable()) one->thread.join();
}

void executor::run(const std::function<void()>& program) {
  watch_forks();
  program_ = program;
  main_fiber_ = std::make_unique<fiber>(chosen_.limits.main_stack, &executor::main_entry, this);
  start_threads();
  if (chosen_.adversarial)
    workers_[0]->bag.push_back(item_of(*main_fiber_));
  else
    workers_[0]->lifo_slot.store(item_of(*main_fiber_));
  const interruptible_main seen(chosen_.pins_main ? this : nullptr);
  set_gate(gate::open);
  run_worker(*workers_[0]);
  join_threads();
}

void executor::ended(server_object& object) {
  if (workers_[0]->executed.load(std::memory_order_relaxed)) {
    std::lock_guard guard(ended_lock_);
    ended_.count(*object.of_class(), object.look().executed);
  }
  if (chosen_.outside) chosen_.outside->ended(object.name());
  objects_.recycle(object);
}

void executor::count_calls() {
  for (const auto& one : workers_) one->executed.store(&one->counts, std::memory_order_relaxed);
}

executor::statistics executor::totals() const {
  return {parks_.load(), steals_.load(), wakes_.load(), fibers_.load()};
}

// On the thread's own stack: switches to a loop fiber, and resumes when the program has ended.
void executor::run_worker(worker& self) {
  const debugged_thread seen(&self.waiters);
  set_this_worker(&self);
  watch_ends_of_this_thread(&guarded_stack_size);
  self.native = std::make_unique<fiber>();
  fiber& loop = next_loop(self);
  self.current = &loop;
  self.native->switch_to(loop);
  std::exchange(self.after_switch, nullptr)(self, self.after_switch_argument);
  set_this_worker(nullptr);
}

void executor::loop_entry(void* of) { static_cast<executor*>(of)->loop(); }

void executor::loop() {
  for (;;) {
    end_if_forked();
    worker& self = this_worker();
    if (auto* action = std::exchange(self.after_switch, nullptr))
      action(self, self.after_switch_argument);
    if (stopping_.load(std::memory_order_acquire)) {
      fiber& here = *self.current;
      self.after_switch = &executor::retire_loop;
      self.after_switch_argument = &here;
      self.current = self.native.get();
      here.switch_to(*self.native);
      MENTAT_CHECK(false, "a loop fiber was resumed after the end");
    }
    if (const work_item item = next_item(self)) run_item(item);
  }
}

// Adds the loop fiber that was left to the idle ones; frees it if there are enough.
void executor::retire_loop(worker& self, void* left) {
  constexpr std::size_t kept = 64;
  std::unique_ptr<fiber> loop(static_cast<fiber*>(left));
  if (self.idle_loops.size() < kept)
    self.idle_loops.push_back(std::move(loop));
  else
    self.on->fibers_.fetch_sub(1, std::memory_order_relaxed);
}

void executor::run_item(work_item item) {
  switch (kind_of(item)) {
    case item_kind::call: {
      auto& call = target_of<computation_instance>(item);
      if (call.claim()) {
        this_worker().note_executed(*call.of_class());
        execute(call, nullptr, *this, how_);
      } else {
        call.release();  // a waiting fiber has run it: this says nothing about the other work
        this_worker().thefts.forget();
      }
      break;
    }
    case item_kind::object: {
      auto& object = target_of<server_object>(item);
      if (object.begin() && run_object(object, {}, *this, how_)) {
        this_worker().oldest_next = true;  // else this object would be next
        ready(object);
      }
      break;
    }
    case item_kind::fiber: {
      worker& self = this_worker();
      auto& standing = target_of<fiber>(item);
      if (is_of_first(standing)) return return_main();
      fiber& here = *self.current;
      self.after_switch = &executor::retire_loop;
      self.after_switch_argument = &here;
      self.current = &standing;
      here.switch_to(standing);
      break;
    }
  }
}

void executor::put(work_item item) {
  worker& self = this_worker();
  if (chosen_.adversarial) {
    self.bag.push_back(item);
    return;
  }
  self.puts.store(self.puts.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  self.lifo_slot_is_open.store(false, std::memory_order_relaxed);
  if (is_alone()) {
    const work_item before = self.lifo_slot.load(std::memory_order_relaxed);
    self.lifo_slot.store(item, std::memory_order_relaxed);
    if (before) publish(self, before);
    return;
  }
  // In one order with the loads below and with a worker that goes to sleep: it sees the item, or is
  // seen to sleep.
  if (const work_item before = self.lifo_slot.exchange(item, std::memory_order_seq_cst)) {
    publish(self, before);
  }
  if (sleeping_.load(std::memory_order_seq_cst) != 0) note_put(self);
  if (nobody_searches_.load(std::memory_order_seq_cst) && nobody_searches_.exchange(false))
    wake_searcher();
}

void executor::put_handoff(work_item item) {
  if (chosen_.adversarial) return put(item);
  this_worker().handoffs.push(item);  // in one order, as in put()
  if (nobody_searches_.load(std::memory_order_seq_cst) && nobody_searches_.exchange(false))
    wake_searcher();
}

namespace {

// Drops the item and returns true if a waiting fiber has run it already. Such an item stays queued
// until a worker takes it.
bool drop_if_stale(work_item item) {
  switch (kind_of(item)) {
    case item_kind::call: {
      auto& call = target_of<computation_instance>(item);
      if (!call.claimed()) return false;
      call.release();
      return true;
    }
    case item_kind::object:
      return !target_of<server_object>(item).is_scheduled();
    case item_kind::fiber:
      return false;
  }
  return false;
}

// Removes stale items before the queue grows, so that its memory stays bounded by the outstanding
// work. The queue grows unless half of it was stale, so this runs rarely.
void make_room(work_deque& items) {
  std::vector<work_item> kept;
  std::size_t dropped = 0;
  while (const work_item item = items.pop()) {
    if (drop_if_stale(item))
      ++dropped;
    else
      kept.push_back(item);
  }
  if (dropped < kept.size()) items.enlarge();
  for (auto at = kept.rbegin(); at != kept.rend(); ++at) items.push(*at);
}

}  // namespace

void executor::publish(worker& self, work_item item) {
  if (self.deque.full()) make_room(self.deque);
  self.deque.push(item);
  if (self.deque.size() > worker::most_queued) [[unlikely]]
    is_far_ahead_.store(true, std::memory_order_relaxed);
  if (sleeping_.load(std::memory_order_seq_cst) != 0 &&
      searching_.load(std::memory_order_seq_cst) == 0)
    wake_one();
  if (chosen_.outside) offer(self);
}

void executor::ready(computation_instance& call) {
  if (chosen_.outside && (call.is_partial() || chosen_.outside->offloads_everything()) &&
      !call.argument_failed() && call.claim()) {
    worker& self = this_worker();
    const bool goes =
        !self.takes_in || (self.to_spread.empty() && self.may_spread(*chosen_.outside, now_ns()));
    if (goes && chosen_.outside->send_elsewhere(call, self.takes_in)) return;
    if (self.to_spread.empty()) self.spread_at = now_ns();
    return self.to_spread.push_back(&call);
  }
  put(item_of(call));
}

// A call of a regular class is sent partially if it would leave when it is complete, as far as is
// known now. Otherwise its values come to this process, which executes it. An object accepts no
// partial calls that may be repeated (docs/custody.md).
bool executor::sends_partial(const computation_instance& call) const {
  outside* const others = chosen_.outside;
  if (!others || !others->sends_partial()) return false;
  if (call.target()) return !call.scope();
  if (others->is_better_complete(call)) return false;
  const worker& self = this_worker();
  return others->offloads_everything() ||
         others->should_offload(self.deque.size(), self.runnable());
}

namespace {

// False: the call stays, and so would the others, most likely.
bool send_or_keep(outside& others, worker& self, computation_instance& call) {
  if (call.claimed()) {  // a waiting fiber has run it
    call.release();
    return true;
  }
  const bool may_leave = !call.stays_here() && !call.argument_failed();
  if (!may_leave || !others.is_worth_sending(call)) {
    if (may_leave) {
      self.offers_pause = others.should_offload(self.deque.size(), self.runnable());
      self.offer_refused_at = self.puts.load(std::memory_order_relaxed);
    }
    self.deque.push(item_of(call));
    return false;
  }
  if (call.claim())
    others.send_elsewhere(call, false);
  else
    call.release();
  return true;
}

}  // namespace

// While other processes are idle, sends them the oldest calls of a long queue: those lead to the
// most work. Fibers and objects stay.
void executor::offer(worker& self) {
  constexpr std::uint32_t puts_between_refusals = 64;
  constexpr std::size_t most_passed = 4;
  outside& others = *chosen_.outside;
  const std::uint32_t puts = self.puts.load(std::memory_order_relaxed);
  if (self.offers_pause && puts - self.offer_refused_at < puts_between_refusals) return;
  self.offers_pause = false;
  std::array<work_item, most_passed> passed{};
  std::size_t count = 0;
  while (count < most_passed && !self.deque.empty() &&
         others.should_offload(self.deque.size(), self.runnable())) {
    const work_item item = self.deque.steal();
    if (!item) break;
    if (kind_of(item) != item_kind::call)
      passed[count++] = item;
    else if (!send_or_keep(others, self, target_of<computation_instance>(item)))
      break;
  }
  while (count > 0) self.deque.push(passed[--count]);
}

void executor::ready(server_object& object) {
  if (!object.is_far()) return put(item_of(object));
  worker& self = this_worker();
  self.to_send.push_back(&object);
  if (!self.sends) send_out();
}

void executor::accept(computation_instance& call) {
  call.stay_here();
  server_object* object = call.target();
  if (!object) {
    put(item_of(call));
  } else {
    object->note_posted(is_alone());
    if (object->post(call)) put(item_of(*object));
  }
}

namespace {

// False: another fiber runs the object, or it has to be put.
bool end_at_once(server_object& idle, run_time_system& on) {
  return idle.begin() && !run_object(idle, {}, on, manner::plain);
}

}  // namespace

void executor::submit(computation_instance& call) {
  server_object* const target = call.target();
  if (server_object* object = target) {
    // An idle object ends on the stack of the caller that destroys it, if nothing can wait for that
    // caller there. A caller that makes and destroys many, and waits for none, would otherwise keep
    // them all. Once it is posted, the call may be over.
    const bool ends_here = call.function() == destroy_function && !chosen_.adversarial &&
                           (call.of_class()->ends_plainly || call.of_class()->in_keeper) &&
                           !object->needs_own_stack() && !object->runs_apart() &&
                           has_stack_for_mail(this_worker());
    if ((chosen_.outside || is_alone()) && !object->is_far()) object->note_posted(is_alone());
    if (object->is_far())
      post_far(*object, call);
    else if (object->post(call) && (!ends_here || !end_at_once(*object, *this)))
      put(item_of(*object));
  } else if (call.complete()) {
    ready(call);
  }
  if (is_far_ahead_.load(std::memory_order_relaxed)) [[unlikely]]
    slow_down(target);
  if (chosen_.adversarial && this_worker().chance.below(4) == 0) pause_caller();
}

// Running a far object means sending its calls. Most leave at once: no other call waits there.
void executor::post_far(server_object& far, computation_instance& call) {
  if (far.may_pass(call) && !call.argument_failed()) [[likely]]
    chosen_.outside->send(far, call, true);
  else if (far.post(call) && far.begin())
    run_object(far, {}, *this, manner::plain);
}

void executor::force() {
  worker& self = this_worker();
  if (chosen_.adversarial) return pause_caller();
  if (const work_item held = self.lifo_slot.exchange(0, std::memory_order_seq_cst))
    publish(self, held);
  if (workers_.size() == 1 && !(self.deque.empty() && self.handoffs.empty()))
    pause_caller();  // nobody else would start it
}

void executor::begin_creation(computation_instance& creation, std::uint16_t constructor,
                              std::span<const mmps::hint> wanted) {
  chosen_.outside->create(creation, constructor, wanted);
}

durable_call* executor::begin_durable(computation_instance& call) {
  return chosen_.outside ? chosen_.outside->begin_durable(call) : nullptr;
}

server_object* executor::find(const mmps::mmps_name& name) {
  if (chosen_.outside && name.process() != chosen_.self) return chosen_.outside->find(name);
  return objects_.find(name);
}

server_object* executor::hold_idle(const mmps::mmps_name& name) {
  constexpr std::uint32_t in_a_row = 64;
  worker& self = this_worker();
  if (chosen_.adversarial || (chosen_.outside && name.process() != chosen_.self) ||
      ++self.held_idle % in_a_row == 0)
    return nullptr;
  server_object* const object = objects_.find(name);
  if (!object || !object->has_guards() || !object->begin_idle()) return nullptr;
  if (chosen_.outside || is_alone()) object->note_posted(is_alone());
  if (object->generation() == name.generation) return object;
  release_object(*object, false);  // it has ended since the search
  return nullptr;
}

mmps::mmps_name executor::adopt(const class_info& of_class, void* self) {
  mmps::mmps_name name;
  auto serving = prepare_serving(of_class);
  if (!objects_.add(of_class, self, name) &&
      !(shorten_queue(0) && objects_.add(of_class, self, name)))
    throw limit_error({of_class.description->name, "create", chosen_.host}, "limits.objects",
                      "more than " + std::to_string(chosen_.limits.objects) +
                          " persistent objects live at the same time");
  if (of_class.replica && home_of_replicas()) home_.add(name, of_class, self);
  if (record::is_on()) record::note_object(record::event_kind::object_made, *objects_.find(name));
  start_serving(std::move(serving), name, *this);
  return name;
}

void executor::main_entry(void* of) {
  auto* self = static_cast<executor*>(of);
  worker& here = this_worker();
  if (auto* action = std::exchange(here.after_switch, nullptr))
    action(here, here.after_switch_argument);
  {
    activation main_program;
    main_program.runtime = self;
    main_program.caller = self->new_caller();
    set_current_activation(&main_program);
    self->program_();
    self->drain();
    // Other processes do not end while they wait for answers.
    while (self->refuse_waiting_calls()) self->drain();
    if (self->chosen_.outside) self->chosen_.outside->main_ended();
    // In the order of slots; destructors may call objects that still live, and make new ones.
    for (auto living = self->objects_.living(); !living.empty(); living = self->objects_.living())
      for (server_object* object : living) end_living(*object, *self);
    self->drain();
    set_current_activation(&detail::no_activation);
  }
  self->end_main();
}

bool executor::has_unaccepted_calls() {
  return std::ranges::any_of(objects_.living(), &server_object::has_unaccepted);
}

// True if some waited.
bool executor::refuse_waiting_calls() {
  bool any = false;
  for (server_object* object : objects_.living()) any |= refuse_waiting(*object, *this);
  return any;
}

void executor::stop() {
  stopping_.store(true, std::memory_order_seq_cst);
  for (auto& one : workers_) wake(*one);
}

}  // namespace mentat
