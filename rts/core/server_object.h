// The back end of a persistent Mentat object [TOCS96 3.2]: its state, the calls that arrived, and
// the right to run them.
//
// A monitor without a lock: one word holds the newest call of the inbox and, in its low bits, who
// has the right to run. Whoever makes the object active sees to it that it runs: post() and
// notify() are true for that one; begin() takes the right to run; next_unit() gives call after
// call; end() gives the right back and is false if something arrived meanwhile. Invariants: 1. At
// most one fiber is between begin() and a successful end() or reschedule(). 2. A call that was
// posted is given out exactly once. 3. Memory of a server_object is never given back while the
// program runs (the slot is used again with a new generation), so a late notify() is harmless. 4. A
// call of a far object that may_pass() leaves after everything that its caller has posted.
// Thread-safety: post(), notify(), begin(), may_pass(), generation() from any thread; the rest only
// between begin() and end(). Cost of a call on an idle object: one compare-and-swap each to post,
// to begin and to end; of a call that passes, none.
//
// Order: calls run in the order of their places, each behind the earlier ones of its caller. A call
// takes its place when it arrives or, if its arguments were missing then, when it is first found
// complete: behind everything that had been posted by then, and so behind what its arguments'
// makers had posted before they made them. A caller's own order does not change, because no place
// lets a call pass an earlier one of its caller. Nothing hangs: only finitely many places are
// earlier than a given one, only calls with all their arguments have one, and a call that stands
// behind a waiting one of its caller holds up no other caller. In an mselect the same holds among
// the calls of one function.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
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
            bool runs_apart = false);
  [[nodiscard]] const mmps::mmps_name& name() const {
    return name_;
  }  // of the last object that was bound here
  [[nodiscard]] std::uint32_t generation() const {
    return generation_.load(std::memory_order_acquire);
  }  // 0: no object
  [[nodiscard]] const class_info* of_class() const { return class_; }
  [[nodiscard]] void* self() const { return self_; }
  void unbind();  // ends the object's state; by the one who runs it
  // The object is in another process: to run a call of it is to send it there.
  void bind_far(const mmps::mmps_name& name);
  // The object is known to be gone; another one may be bound by now.
  void unbind_far(std::uint32_t generation) {
    generation_.compare_exchange_strong(generation, 0, std::memory_order_acq_rel);
  }
  [[nodiscard]] bool is_far() const { return far_.load(std::memory_order_relaxed); }
  // A function of the object may come to wait for a call that only its caller can make: not to be
  // run on top of a caller.
  [[nodiscard]] bool runs_apart() const { return runs_apart_.load(std::memory_order_relaxed); }
  // It has a thread of control, which has begun.
  [[nodiscard]] bool is_serving() const { return serving_.load(std::memory_order_relaxed); }
  void note_serving() { serving_.store(true, std::memory_order_relaxed); }

  // --- calls
  // Takes over one reference. A call whose arguments are still missing is posted too, for its
  // position among its caller's calls; notify() follows when the last one has arrived. True: the
  // caller has to pass the object to scheduler::ready().
  [[nodiscard]] bool post(computation_instance& call);
  [[nodiscard]] bool notify();
  [[nodiscard]] bool is_running() const {
    return (word_.load(std::memory_order_relaxed) & running) != 0;
  }  // may be over at once
  [[nodiscard]] bool is_scheduled() const {
    return (word_.load(std::memory_order_relaxed) & scheduled) != 0;
  }
  [[nodiscard]] bool begin();
  // Of a far object: may this call leave without being posted? If nothing that was posted is left.
  // The calls of one caller are made one after the other, so a 0 is not older than what its caller
  // has posted, and comes from an end() that has seen it; what that end() or a later one says of
  // those that wait is read after the 0, and with everything that has left before.
  [[nodiscard]] bool may_pass(const computation_instance& call) const {
    return word_.load(std::memory_order_acquire) == 0 &&
           !some_wait_.load(std::memory_order_acquire) && call.complete() &&
           call.generation() == generation();
  }
  [[nodiscard]] computation_instance*
  next_unit();  // complete; one reference goes to the caller. Null: nothing can run now
  [[nodiscard]] bool has_more() const;  // next_unit() or take_lost() might find another one
  // Units of objects that ended before: each is to be failed, and then let go of, or kept until its
  // arguments have arrived.
  [[nodiscard]] computation_instance* take_lost() {
    if (lost_.empty()) return nullptr;
    computation_instance* unit = lost_.back();
    lost_.pop_back();
    return unit;
  }
  void keep_lost(computation_instance& incomplete) { kept_.push_back(&incomplete); }
  [[nodiscard]] bool end();

  // --- mselect. A function that waits in one gives the right to run back, by end(), and is looked
  // after by who gets it next.
  void select(selection& waiting) { selecting_.store(&waiting, std::memory_order_relaxed); }
  void stop_selecting() { selecting_.store(nullptr, std::memory_order_relaxed); }
  [[nodiscard]] bool is_selecting() const {
    return selecting_.load(std::memory_order_relaxed) != nullptr;
  }
  // The wait that is over now, and what it found: a complete unit, the end of its time, or of the
  // object; null if it goes on.
  [[nodiscard]] selection* look_for_end();
  // The call that destroys the object has been accepted by an mselect; everything that runs in it
  // is to end.
  [[nodiscard]] bool is_ending() const { return ending_ != nullptr; }
  [[nodiscard]] computation_instance* take_ending() { return std::exchange(ending_, nullptr); }

  // --- for whoever looks into the session; any thread. What was true a moment ago.
  struct activity {
    std::uint64_t executed = 0;  // calls of this object
    std::uint64_t waiting = 0;   // posted and not begun; counted where note_posted() is called: not in
                                // mode threads with several workers, for its cost
    bool runs = false;
    std::uint32_t function = 0;  // the one that was begun last
    std::uint64_t caller = 0;    // and whose call it is
  };
  [[nodiscard]] activity look() const;
  void note_posted(bool by_the_only_thread) {
    if (by_the_only_thread)
      posted_.store(posted_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    else
      posted_.fetch_add(1, std::memory_order_relaxed);
  }
  // By the one who runs it. What was begun before goes on when this one is done.
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
  void note_answered() {
    done_.store(done_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }  // not executed

  void reschedule();  // gives the right to run back to be scheduled again; the caller passes the
                      // object to scheduler::ready()

 private:
  friend struct debugger_layout;

  using word = std::uintptr_t;
  static constexpr word scheduled = 1, running = 2, signalled = 4, bits = 7;

  static computation_instance* newest_in(word of) {
    return reinterpret_cast<computation_instance*>(of & ~bits);
  }
  void collect(word taken);  // its inbox -> arrived_, or lost_
  void collect_several(computation_instance* newest);
  void collect_inbox();
  void deposit_arrived();
  // What has arrived is of one caller, and the first of it waits for arguments: so does the rest.
  [[nodiscard]] bool stands_still() const {
    return !several_callers_ && waiting_.empty() && !arrived_->complete();
  }

  void look_at_kept();
  computation_instance* take_waiting();
  [[nodiscard]] bool may_begin(const computation_instance& unit);
  void note_waiting();

  void note_function(const begun& which) {
    function_.store(which.function, std::memory_order_relaxed);
    caller_.store(which.caller, std::memory_order_relaxed);
  }

  // What callers read, and only the beginning and the end of an object change; on a cache line that
  // whoever runs the object does not write.
  alignas(64) std::atomic<std::uint32_t> generation_{0};
  std::atomic<bool> runs_apart_{false}, serving_{false}, far_{false};
  mmps::mmps_name name_;
  const class_info* class_ = nullptr;
  void* self_ = nullptr;

  alignas(64) std::atomic<word> word_{0};
  computation_instance* arrived_ = nullptr;  // oldest first; not looked at yet
  computation_instance* arrived_last_ = nullptr;
  bool several_callers_ = false;  // among what has arrived
  bool look_again_ = false;       // a call in waiting_ may be next, or one in kept_ complete
  std::size_t ahead_ = 0;         // how many that have arrived go before the calls found complete
  std::atomic<bool> some_wait_{false};  // far, while the word is 0: in arrived_ or waiting_
  // Of all objects that had the slot.
  std::atomic<std::uint32_t> function_{destroy_function};  // destroy_function: none is begun
  std::atomic<std::uint64_t> caller_{0};
  std::atomic<std::uint64_t> posted_{0}, done_{0};
  std::atomic<std::uint64_t> done_before_{0};  // by earlier ones
  token_database waiting_;
  std::vector<computation_instance*> lost_, kept_;
  std::atomic<selection*> selecting_{nullptr};  // read by others, written by who runs it
  computation_instance* ending_ = nullptr;
};

}  // namespace mentat
