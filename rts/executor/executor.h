// Mode `threads`: worker threads, one per core, on which member functions run as fibers.
//
// A worker's loop takes the item that it put last itself, or steals the oldest item of another
// worker. A call runs on the fiber of the loop that took it. A strict use whose value is missing
// (1) runs the call it needs on its own stack, if that is ready and not begun, or (2) parks its
// fiber; the worker then continues with another loop fiber. A strict use never blocks a thread. A
// waiting function runs only the awaited call on its stack: any other could wait for that function.
//
// The newest item of a worker is private for some microseconds (see worker.h). When all other
// workers sleep, one of them, the sentinel, checks every 0.1 to 1 ms whether such an item is
// getting old, so that work begins even if the caller just computes on. The sentinel stops 20 ms
// after the last call, and the next call wakes it. An idle process uses no CPU time. The last
// worker that goes to sleep detects that all fibers wait: then a wait that closes a cycle fails
// (deadlock.h).
//
// The adversarial executor is the same with one worker that runs an item only when it must, takes
// items in random order (by a seed), pauses callers at random, never runs a call on the waiting
// fiber, and encodes and decodes every argument. Thread-safety: as run_time_system says.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "rts/core/run_time_system.h"
#include "rts/executor/executor_options.h"
#include "rts/executor/object_table.h"
#include "rts/executor/outside.h"
#include "rts/executor/sleep_gate.h"
#include "rts/executor/worker.h"
#include "rts/replica/replica_home.h"

namespace mentat {

struct broken_wait;
enum class manner : std::uint8_t;

class executor : public run_time_system {
 public:
  using options = executor_options;
  struct statistics {
    std::uint64_t parks = 0, steals = 0, wakes = 0, fibers = 0;
  };

  explicit executor(options chosen);
  virtual ~executor();

  // Runs the program as the main program, on a fiber that starts on this thread; returns when the
  // program and all its calls have ended. `program` must not throw. Throws std::bad_alloc or
  // std::system_error, before the program begins, if there is no memory or no thread for it.
  void run(const std::function<void()>& program);
  [[nodiscard]] statistics totals() const;
  // For inspection, from any thread: visits each living object of this process without waiting for
  // any call. The visitor may read its name(), of_class() and look(), and must not keep it.
  template <class Visitor>
  void visit_objects(Visitor&& visit) const {
    objects_.visit_living(visit);
  }
  // Executed calls of regular classes and ended objects; in a session, and from expect() on.
  template <class Visitor>
  void visit_counts(Visitor&& visit) const {
    for (const auto& one : workers_) one->counts.visit(visit);
    ended_.visit(visit);
  }
  // Visits each waiting fiber, which stays alive meanwhile, with its stack and the wanted call.
  template <class Visitor>
  void visit_waits(Visitor&& visit) const {
    for (const auto& one : workers_) {
      std::lock_guard guard(one->waiters_lock);
      for (const waiter* at = one->waiters; at; at = at->after) visit(*at);
    }
  }
  // Not from a worker. Calls look() while all sleep, and nothing can change; false: some do not.
  bool look_while_asleep(const std::function<void(bool has_timers)>& look);
  // Dates the waits.
  [[nodiscard]] base::instant coarse_now() const { return base::coarse_now(*chosen_.clock); }
  [[nodiscard]] bool has_objects() const { return !objects_.living().empty(); }

  void accept(computation_instance& call);  // executes a call that came from another process
  // Handles the messages that have arrived, on the stack of the running function or between two
  // calls of an object: other processes wait for answers, or for room to send them.
  void take_in_now();
  // The same, after a sleep of `longest` at most if none has arrived; a message ends the sleep if
  // `until_mail`. False: messages cannot be handled now, or this thread has other work.
  bool await_mail(base::duration longest, bool until_mail);
  void note_unit_over();  // this worker has the result of a unit of another process
  // As withdraw() (execute.h), of the first local object with such a call.
  bool withdraw_one(const server_object::unit_test& is_wanted, const std::exception_ptr& error);
  // Main has ended: from now on a thread of control that waits for a time keeps nothing alive.
  void forget_timers_of_control();
  [[nodiscard]] bool main_has_ended() const { return main_has_ended_; }
  void wake_for_interrupt();  // see interrupt_main_wait()
  void forget_interrupts();
  // All other workers sleep, nothing can run, no timer is set. Called by a worker between items.
  [[nodiscard]] bool nothing_runs() const;
  struct wait_counts {
    std::size_t first = 0, last = 0;  // that fail; as waiter::fails_last says
  };
  [[nodiscard]] wait_counts waits() const;
  // Whether objects have calls that they do not accept. REQUIRES: nothing runs here.
  [[nodiscard]] bool has_unaccepted_calls();
  void submit(computation_instance& call) override;
  void submit_inline(computation_instance& call) override;
  [[nodiscard]] bool may_run_inline(const computation_instance& call) const;
  void wait(computation_instance& call, source_place at) override;
  using run_time_system::wait;
  void force() final;
  mmps::mmps_name adopt(const class_info& of_class, void* self) final;
  [[nodiscard]] bool places_objects() const final {
    return chosen_.outside && chosen_.outside->places_objects();
  }
  void begin_creation(computation_instance& creation, std::uint16_t constructor,
                      std::span<const mmps::hint> wanted) final;
  server_object* find(const mmps::mmps_name& name) final;
  void send(server_object& far, computation_instance& call) final {
    chosen_.outside->send(far, call, false);
  }
  [[nodiscard]] bool sends_partial(const computation_instance& call) const final;
  durable_call* begin_durable(computation_instance& call) final;
  bool answer_if_repeated(computation_instance& call) final {
    return chosen_.outside && chosen_.outside->answer_if_repeated(call);
  }
  [[nodiscard]] bool is_repeated(const computation_instance& call) const final {
    return chosen_.outside && chosen_.outside->is_repeated(call);
  }
  void ended(server_object& object) final;
  std::optional<predicate_manager::accepted> select(server_object& object,
                                                    const predicate_manager& predicate,
                                                    std::optional<std::int64_t> longest) final;
  void serve(server_object& object, computation_instance& accepted) final;
  void resume(selection& over) final;
  server_object* hold_idle(const mmps::mmps_name& name) final;
  void set_alarm(alarm& set, std::int64_t longest) final;
  void cancel_alarm(alarm& set) final;
  std::uint64_t new_caller() final { return callers_.fetch_add(2, std::memory_order_relaxed); }
  const mentat::limits& limits() const final { return chosen_.limits; }
  const std::string& host() const final { return chosen_.host; }
  void warn(const std::string& text) final { chosen_.warn(text); }
  void before_read() final;
  void ready(computation_instance& call) final;
  void ready(server_object& object) final;
  void between_units() final {
    if (chosen_.outside) take_in_now();
  }
  [[nodiscard]] std::int64_t now_ns() const final { return chosen_.clock->now().ns; }

 private:
  void count_calls() final;
  enum class gate : std::uint32_t { closed, open, given_up };

  // --- executor.cc: life, items, running
  void start_threads();
  void set_gate(gate to);
  void join_threads();
  void run_worker(worker& self);
  static void loop_entry(void* executor);
  static void main_entry(void* executor);
  void loop();
  void run_item(work_item item);
  void put(work_item item);
  void put_handoff(work_item item);
  void publish(worker& self, work_item item);
  static void open_slot(worker& self);
  void note_put(worker& self);
  void note_taken(worker& self);
  void wake_for_lifo_slot(worker& self);
  bool take_in();
  void let_time_pass(worker& self);
  bool take_in_soon(worker& self);
  static bool has_stack_for_mail(const worker& self);
  void send_out();
  void spread_out(worker& self);
  void offer(worker& self);
  bool mail_waits() const;
  // With one worker, no other thread takes or sees its items.
  bool is_alone() const { return chosen_.workers == 1; }
  work_item take_from_slot(worker& self) const;
  void slow_down(const server_object* called);
  bool shorten_queue(std::size_t to);
  void await_object(const server_object& object);
  void post_far(server_object& far, computation_instance& call);
  work_item own_item(worker& self);
  static void retire_loop(worker& self, void* left);
  void stop();

  // --- waiting.cc: strict uses
  bool run_here(computation_instance& wanted, bool held_here);
  bool arrives_soon(computation_instance& wanted, bool held_here);
  void park(computation_instance& wanted, source_place at);
  void pause_caller();
  bool can_leave(const worker& self) const;
  void leave_fiber(void (*after_switch)(worker&, void*), void* argument);
  fiber& next_loop(worker& self);
  void require_fiber(const worker& self, source_place at) const;
  static void deliver(arc& arrived, computation_instance& producer, bool may_move, scheduler& on);
  void list(waiter& waiting, worker& with);
  void unlist(waiter& waiting);
  work_item break_deadlock(breakable what, bool only_circles);
  struct withdrawal {
    bool done = false;
    work_item item = 0;
  };
  withdrawal fail_call_of(const broken_wait& lost, const std::vector<waiter*>& all);
  work_item fail_wait(const broken_wait& lost);
  void tell_of(const broken_wait& lost);
  void drain();
  bool refuse_waiting_calls();
  void end_main();

  // --- pinned_main.cc: a main program that stays on its thread
  [[nodiscard]] bool is_pinned(const fiber& one) const {
    return chosen_.pins_main && &one == main_fiber_.get();
  }
  bool is_of_first(const fiber& one) const;  // and the caller is another worker
  void return_main();
  [[nodiscard]] bool main_calls(const worker& self) const;
  work_item due_main();
  work_item end_main_wait();

  // --- selecting.cc: mselect and times
  struct parked_selection;
  void add_timer(server_object& object, std::atomic<bool>& is_over, std::int64_t longest);
  void remove_timer(const std::atomic<bool>& is_over);
  void ring_timers();
  bool timer_is_due() const;
  // The time that a worker may sleep: `longest` (0: without end), or until the first timer.
  bool has_timers() const { return first_timer_.load(std::memory_order_seq_cst) != no_timer; }
  std::chrono::nanoseconds until_timer(std::chrono::nanoseconds longest) const;

  // --- idling.cc: looking for work, sleeping
  static constexpr int polls_before_yield = 25;  // of the messages from outside
  work_item next_item(worker& self);
  work_item search(worker& self);
  work_item search_others(worker& self);
  void yield(worker& self) const;
  bool core_is_contended(worker& self) const;
  work_item take_old(worker& self, std::chrono::nanoseconds age);
  work_item steal(worker& self);
  work_item stolen(work_item item);
  work_item sleep(worker& self);
  work_item on_all_asleep();
  work_item item_put();
  bool work_visible() const;
  bool wake(worker& sleeper);
  void wake_one();
  work_item nap(worker& self, std::chrono::nanoseconds longest, bool& woken);
  work_item look_out(worker& self);
  bool item_in_sight(const worker& self) const;
  bool others_asleep(const worker& self) const;
  bool may_sleep_long(const worker& self) const;
  void stop_looking(worker& self);
  void wake_searcher();

  options chosen_;
  std::atomic<bool> is_far_ahead_{false};  // a caller: the next one that makes a call slows down
  object_table objects_;
  std::vector<std::unique_ptr<worker>> workers_;
  std::function<void()> program_;
  std::unique_ptr<fiber> main_fiber_;
  std::atomic<gate> gate_{gate::closed};   // holds back the other workers' threads at the start
  std::atomic<fiber*> draining_{nullptr};  // main, while it waits for all calls to end

  struct pinned_main {  // the first worker alone runs main
    std::atomic<bool> is_due{false}, interrupt{false};
    waiter* wait = nullptr;  // (first worker), as the next one
    bool is_interrupted = false;
  } pinned_;

  struct timer {
    std::int64_t at;  // ns
    server_object* object;
    std::atomic<bool>* is_over;  // also names the timer
  };
  static constexpr std::int64_t no_timer = INT64_MAX;
  std::mutex timers_lock_, ended_lock_;
  std::vector<timer> timers_;
  std::atomic<std::int64_t> first_timer_{no_timer};
  std::atomic<bool> main_has_ended_{false}, stopping_{false};
  alignas(64) std::atomic<std::uint64_t> callers_{1};
  std::atomic<std::uint64_t> tickets_{0};
  alignas(64) std::atomic<unsigned> sleeping_{0};
  std::atomic<unsigned> searching_{0};
  std::atomic<worker*> sentinel_{nullptr};
  std::atomic<bool> nobody_searches_{false};  // no sentinel, or it sleeps until an item is put
  sleep_gate sleepers_;
  std::atomic<std::uint32_t> fibers_{0}, parked_{0};  // parked: those that wait for a result
  std::atomic<std::uint64_t> parks_{0}, steals_{0}, wakes_{0};
  call_counts ended_;  // calls of persistent objects; guarded by ended_lock_
  const manner how_;
  replica_home home_;
};

}  // namespace mentat
