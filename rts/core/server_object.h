// The back end of a persistent Mentat object [TOCS96 3.2]: its state, its queued calls, and the
// right to run them.
//
// A lock-free monitor: one word holds the newest call of the inbox and, in its low bits, the state
// of the right to run. The caller that makes the object active, for which post() or notify()
// returns true, must have it run. begin() takes the right to run; next_unit() gives call after
// call; end() gives the right back and is false if a call arrived meanwhile. Invariants: 1. At most
// one fiber is between begin() and a successful end() or reschedule(). 2. Each posted call is given
// out exactly once. 3. Memory of a server_object is never freed while the program runs (the slot is
// reused with a new generation), so a late notify() is harmless. 4. A call of a far object that
// may_pass() leaves after all earlier posted calls of its caller. Thread-safety: post(), notify(),
// begin(), may_pass(), generation() from any thread; the rest only between begin() and end(). Cost
// of a call on an idle object: one compare-and-swap each to post, to begin and to end; of a call
// that passes, none.
//
// Order: calls run in the order of their places, each after the earlier ones of its caller. A call
// takes its place when it arrives or, if its arguments were missing then, when it is first found
// complete: behind all calls posted by then, and so behind those that the makers of its arguments
// had posted before they made them. A caller's own order does not change, because no place lets a
// call pass an earlier one of its caller. Nothing hangs: only finitely many places are earlier than
// a given one, only calls with all their arguments have one, and a call behind a waiting one of its
// caller holds up no other caller. In an mselect the same holds among the calls of one function.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <utility>
#include <vector>

#include "mmps/wire/mmps_name.h"
#include "rts/core/class_info.h"
#include "rts/core/computation_instance.h"
#include "rts/core/selection.h"
#include "rts/core/token_database.h"

namespace mentat {

class server_object {
 public:
  server_object() = default;
  server_object(const server_object&) = delete;
  server_object& operator=(const server_object&) = delete;
  ~server_object();

  // --- life of the slot
  void bind(const class_info& of_class, void* self, const mmps::mmps_name& name,
            bool runs_apart = false, bool has_guards = false, bool waits_after_rtf = false);
  // The name of the last object that was bound here.
  [[nodiscard]] const mmps::mmps_name& name() const { return name_; }
  // 0: no object.
  [[nodiscard]] std::uint32_t generation() const {
    return generation_.load(std::memory_order_acquire);
  }
  [[nodiscard]] const class_info* of_class() const { return class_; }
  [[nodiscard]] void* self() const { return self_; }
  void unbind();  // destroys the object's state; called by the fiber that runs it
  // Between begin() and end(): the calls that have arrived and did not run are lost.
  void lose_calls();
  // Whether there are such calls. REQUIRES: nothing runs in this process.
  [[nodiscard]] bool has_unaccepted() const { return arrived_ || !waiting_.empty(); }
  // The object is in another process: running a call means sending it there.
  void bind_far(const mmps::mmps_name& name);
  // The object is known to be gone; another one may be bound by now.
  void unbind_far(std::uint32_t generation) {
    generation_.compare_exchange_strong(generation, 0, std::memory_order_acq_rel);
  }
  [[nodiscard]] bool is_far() const { return form_.load(std::memory_order_relaxed) == form::far; }
  // Functions of its class have guards: next_open_unit() gives its calls.
  [[nodiscard]] bool has_guards() const {
    const form now = form_.load(std::memory_order_relaxed);
    return now == form::guarded || now == form::guarded_replica;
  }
  // Of a replicated class: its writes run as replica_home says.
  [[nodiscard]] bool is_replica() const {
    const form now = form_.load(std::memory_order_relaxed);
    return now == form::replica || now == form::guarded_replica;
  }
  // None of these.
  [[nodiscard]] bool is_ordinary() const {
    return form_.load(std::memory_order_relaxed) == form::ordinary;
  }
  // A function of the object may wait for a call to accept, which only its caller can make. In mode
  // serial it runs on a fiber of its own.
  [[nodiscard]] bool runs_apart() const { return runs_apart_.load(std::memory_order_relaxed); }
  // A function of the object may wait for what a consumer of its result does, so it must not run on
  // the stack of one.
  [[nodiscard]] bool needs_own_stack() const {
    return needs_own_stack_.load(std::memory_order_relaxed);
  }
  // It has a thread of control, which has begun.
  [[nodiscard]] bool is_serving() const { return serving_.load(std::memory_order_relaxed); }
  void note_serving() { serving_.store(true, std::memory_order_relaxed); }

  // --- calls
  // Posts a call; takes over one reference. Calls with missing arguments are posted too, for their
  // position among their caller's calls; notify() follows when the last argument has arrived. True:
  // the caller must pass the object to scheduler::ready().
  [[nodiscard]] bool post(computation_instance& call);
  [[nodiscard]] bool notify();
  // A snapshot.
  [[nodiscard]] bool is_running() const {
    return (word_.load(std::memory_order_relaxed) & running) != 0;
  }
  [[nodiscard]] bool is_scheduled() const {
    return (word_.load(std::memory_order_relaxed) & scheduled) != 0;
  }
  [[nodiscard]] bool begin();
  // Whether this call of a far object may leave without being posted: only if no posted call is
  // left. One caller makes its calls one after the other, so a word of 0 is not older than its
  // posted calls, and comes from an end() that has seen them. `some_wait_` is read after the 0, so
  // it was written by that end() or a later one, and all calls that left before are visible.
  [[nodiscard]] bool may_pass(const computation_instance& call) const {
    return word_.load(std::memory_order_acquire) == 0 &&
           !some_wait_.load(std::memory_order_acquire) && call.complete() &&
           call.generation() == generation();
  }
  // A complete call, with one reference for the caller. Null: no call can run now.
  [[nodiscard]] computation_instance* next_unit();
  // The same for an object with guards: the earliest call whose guard holds. It may pass earlier
  // ones of its caller whose guards do not hold, but none to its own function. If there is none:
  // the call that destroys the object. A guard that throws counts as one that holds;
  // take_guard_error() has its exception. `is_repeated`: whether a call has taken effect before;
  // such a call is accepted at once.
  using repetition_test = std::function<bool(const computation_instance&)>;
  // `tests_again`: false breaks the rule that a call may have opened guards of those that wait
  // (mmps/base/seeded_bug.h).
  [[nodiscard]] computation_instance* next_open_unit(const repetition_test& is_repeated,
                                                     bool tests_again = true);
  [[nodiscard]] std::exception_ptr take_guard_error(const computation_instance& unit);
  [[nodiscard]] bool has_more() const;  // next_unit() or take_lost() might find another one
  // Takes out the posted call that `is_wanted` accepts, if it has not begun; its reference goes to
  // the caller, and calls behind it may be next. Null: there is none. Between begin() and end(), or
  // while no fiber runs: then the fiber that runs the object waits.
  using unit_test = std::function<bool(const computation_instance&)>;
  [[nodiscard]] computation_instance* withdraw(const unit_test& is_wanted);
  // Whether an earlier call of its caller keeps a posted call of an object with guards from being
  // accepted, so that its guard was not tested. When withdraw() may be called.
  [[nodiscard]] bool is_held_back(const computation_instance& call) const {
    return waiting_.is_held_back(call);
  }
  // --- an object with guards
  // Takes the right to run the object if no call of it is queued or runs. Calls whose guards did
  // not hold may wait; nothing has changed since they were tested.
  [[nodiscard]] bool begin_idle() {
    word now = 0;
    return word_.compare_exchange_strong(now, running, std::memory_order_acq_rel,
                                         std::memory_order_relaxed);
  }
  // The guards of calls that wait are to be tested again. False: no call waits.
  [[nodiscard]] bool retest_guards() { return guards_may_hold_ = !waiting_.empty(); }
  // A time has passed for which a guard waits; notify() follows. Any thread.
  void note_time_passed() { time_passed_.store(true, std::memory_order_release); }

  // A unit of an object that has ended. The caller fails and releases it, or passes it to
  // keep_lost() until its arguments have arrived.
  [[nodiscard]] computation_instance* take_lost() {
    if (lost_.empty()) return nullptr;
    computation_instance* unit = lost_.back();
    lost_.pop_back();
    return unit;
  }
  void keep_lost(computation_instance& incomplete) { kept_.push_back(&incomplete); }
  [[nodiscard]] bool end();

  // --- mselect. A function that waits in one gives the right to run back, by end(); the next
  // holder of the right checks whether the wait is over.
  void select(selection& waiting) { selecting_.store(&waiting, std::memory_order_relaxed); }
  void stop_selecting() { selecting_.store(nullptr, std::memory_order_relaxed); }
  [[nodiscard]] bool is_selecting() const {
    return selecting_.load(std::memory_order_relaxed) != nullptr;
  }
  // The wait, if it is over by a complete unit, by its timeout, or by the end of the object; else
  // null.
  [[nodiscard]] selection* look_for_end();
  // An mselect has accepted the call that destroys the object; all functions that run in it must
  // end.
  [[nodiscard]] bool is_ending() const { return ending_ != nullptr; }
  [[nodiscard]] computation_instance* take_ending() { return std::exchange(ending_, nullptr); }

  // --- for inspection of the session; any thread. A slightly stale snapshot.
  struct activity {
    std::uint64_t executed = 0;  // calls of this object
    // Posted and not begun. Counted only where note_posted() is called: for its cost, not in mode
    // threads with several workers.
    std::uint64_t waiting = 0;
    bool runs = false;
    std::uint32_t function = 0;  // the one that began last
    std::uint64_t caller = 0;    // the caller of that one
  };
  [[nodiscard]] activity look() const;
  // The posted calls that have not begun, the oldest first, and the mselect in which a function
  // waits (null: in none). REQUIRES: nothing runs in this process.
  [[nodiscard]] std::vector<const computation_instance*> queued() const;
  [[nodiscard]] const selection* standing_selection() const {
    return selecting_.load(std::memory_order_acquire);
  }
  [[nodiscard]] std::uint64_t done() const { return done_.load(std::memory_order_relaxed); }
  [[nodiscard]] bool is_busy() const { return word_.load(std::memory_order_acquire) != 0; }
  void note_posted(bool by_the_only_thread) {
    if (by_the_only_thread)
      posted_.store(posted_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    else
      posted_.fetch_add(1, std::memory_order_relaxed);
  }
  // Called by the fiber that runs the object. The function begun before continues when this one is
  // done.
  struct begun {
    std::uint32_t function = destroy_function;
    std::uint64_t caller = 0;
  };
  begun note_begun(const computation_instance& call) {
    const begun before{function_.load(std::memory_order_relaxed),
                       caller_.load(std::memory_order_relaxed)};
    note_function({call.function(), call.caller()});
    return before;
  }
  void note_done(const begun& before) {
    note_function(before);
    note_answered();
  }
  void note_destroyed();  // for the call that did it, which look() does not count
  // For a call that was not executed.
  void note_answered() {
    done_.store(done_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }

  // Gives the right to run back and marks the object as scheduled; the caller passes it to
  // scheduler::ready().
  void reschedule();

 private:
  friend struct debugger_layout;

  using word = std::uintptr_t;
  static constexpr word scheduled = 1, running = 2, signalled = 4, bits = 7;

  static computation_instance* newest_in(word of) {
    return reinterpret_cast<computation_instance*>(of & ~bits);
  }
  void collect(word taken);  // moves its inbox to arrived_, or lost_
  void collect_several(computation_instance* newest);
  void collect_inbox();
  void deposit_arrived();
  // All arrived calls have one caller, and the first waits for arguments, so none can run.
  [[nodiscard]] bool stands_still() const {
    return !several_callers_ && waiting_.empty() && !arrived_->complete();
  }

  computation_instance* take_arrived(const unit_test& is_wanted);
  void look_at_kept();
  computation_instance* take_waiting();
  [[nodiscard]] bool may_begin(const computation_instance& unit);
  [[nodiscard]] bool takes_turn(const computation_instance& unit);
  [[nodiscard]] bool is_open(computation_instance& unit, const repetition_test& is_repeated);
  computation_instance* take_waiting_open(const repetition_test& is_repeated);
  void note_waiting();

  void note_function(const begun& which) {
    function_.store(which.function, std::memory_order_relaxed);
    caller_.store(which.caller, std::memory_order_relaxed);
  }

  // Callers read these; only the beginning and the end of an object write them. On a cache line
  // that running the object does not write.
  alignas(64) std::atomic<std::uint32_t> generation_{0};
  enum class form : std::uint8_t { ordinary, far, guarded, replica, guarded_replica };
  std::atomic<bool> runs_apart_{false}, needs_own_stack_{false}, serving_{false};
  std::atomic<form> form_{form::ordinary};
  mmps::mmps_name name_;
  const class_info* class_ = nullptr;
  void* self_ = nullptr;

  alignas(64) std::atomic<word> word_{0};
  computation_instance* arrived_ = nullptr;  // oldest first; not examined yet
  computation_instance* arrived_last_ = nullptr;
  bool several_callers_ = false;        // among the arrived calls
  bool look_again_ = false;             // a call in waiting_ may be next, or one in kept_ complete
  std::size_t ahead_ = 0;               // arrived calls that precede the calls found complete
  std::atomic<bool> some_wait_{false};  // far, while the word is 0: calls in arrived_ or waiting_
  // Over all objects that had the slot.
  std::atomic<std::uint32_t> function_{destroy_function};  // destroy_function: none is begun
  std::atomic<std::uint64_t> caller_{0};
  std::atomic<std::uint64_t> posted_{0}, done_{0};
  std::atomic<std::uint64_t> done_before_{0};  // by earlier ones
  token_database waiting_;
  std::vector<computation_instance*> lost_, kept_;
  bool guards_may_hold_ = false;  // a unit has run since the guards of waiting_ were tested
  bool tests_guards_ = false;
  std::atomic<bool> time_passed_{false};
  std::vector<std::pair<const computation_instance*, std::exception_ptr>> guard_errors_;
  std::atomic<selection*> selecting_{nullptr};  // any thread reads, the running fiber writes
  computation_instance* ending_ = nullptr;
};

}  // namespace mentat
