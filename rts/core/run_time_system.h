// The interface of the run-time system to a running program; an executor implements it. Reached
// through current_activation->runtime. Thread-safety: callable from the fibers and threads that the
// run-time system runs.
#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <span>
#include <string>

#include "mmps/wire/hint.h"
#include "mmps/wire/mmps_name.h"
#include "rts/core/alarm.h"
#include "rts/core/class_info.h"
#include "rts/core/errors.h"
#include "rts/core/expected_calls.h"
#include "rts/core/limits.h"
#include "rts/core/predicate_manager.h"
#include "rts/core/scheduler.h"
#include "rts/core/selection.h"
#include "rts/core/session_news.h"
#include "rts/core/source_place.h"

namespace mentat {

namespace base {
enum class seeded_bug : std::uint8_t;
}
class replica_home;
class replica_table;

// A call of a durable object that runs (rts/session/durable).
class durable_call {
 public:
  // Its function has ended, by its end or by an exception; nothing else has run in the object.
  // Throws if the object's data cannot be recorded: they are as before the call then.
  virtual void end() = 0;

 protected:
  ~durable_call() = default;
};

class run_time_system : public scheduler {
 public:
  // Submits a new call; takes over one reference. Its arguments may still be missing. It starts
  // once they are there, at the latest when the caller next submits, waits or ends, or about a
  // millisecond later.
  virtual void submit(computation_instance& call) = 0;
  // The same for a complete call that waits for nothing and is briefer than it takes to hand it
  // over: runs it on the caller's stack, if there is room.
  virtual void submit_inline(computation_instance& call) { submit(call); }
  // Returns when the result is there. The caller holds a reference. Throws deadlock if the result
  // can never come. `at`: where it is needed, if known.
  virtual void wait(computation_instance& call, source_place at) = 0;
  void wait(computation_instance& call) { wait(call, source_place()); }
  // Starts every call that can start [TOCS96 3.2.2].
  virtual void force() = 0;

  // Whether a placement chooses the process of a new object. If not, create() makes it in the
  // calling process.
  [[nodiscard]] virtual bool places_objects() const { return false; }
  // Begins to make an object of the creation's class, with its arguments and the constructor of
  // that number, in the process that is chosen for it. The result of the creation, for which the
  // caller waits, is the object's name, or an error. REQUIRES: places_objects(),
  // class_info::constructs_elsewhere(), at most mmps::max_hints - 1 hints.
  virtual void begin_creation(computation_instance&, std::uint16_t, std::span<const mmps::hint>) {}
  // Registers a persistent object; takes over `self`. Throws limit_error.
  virtual mmps::mmps_name adopt(const class_info& of_class, void* self) = 0;
  // Null if the name is not bound to a living object.
  virtual server_object* find(const mmps::mmps_name& name) = 0;
  // Sends a call of an object that is in another process (server_object::is_far()). Takes over the
  // reference.
  virtual void send(server_object& far, computation_instance& call) = 0;
  // Whether a call of such an object, or of a regular class, that waits for arguments from other
  // processes is sent before they are there (computation_instance::note_partial()).
  [[nodiscard]] virtual bool sends_partial(const computation_instance&) const { return false; }
  // Whether an earlier execution of the call's unit (custody_scope.h) already executed the call.
  // Then the call has, or will have, the result of that one; this takes over the reference.
  virtual bool answer_if_repeated(computation_instance&) { return false; }
  // Whether answer_if_repeated() would take the call. Until the call begins, that may become true.
  [[nodiscard]] virtual bool is_repeated(const computation_instance&) const { return false; }
  // The object has ended; its slot may be used again. Called by the fiber that runs it.
  virtual void ended(server_object& object) = 0;
  // A call of a durable object is about to run. Null: nobody records its effect.
  virtual durable_call* begin_durable(computation_instance&) { return nullptr; }
  // Called after an object has executed a unit, before it takes the next.
  virtual void between_units() {}
  // Nanoseconds of the clock that the run-time system was given; it stands still if there is none.
  [[nodiscard]] virtual std::int64_t now_ns() const { return 0; }
  // The object of that name with the right to run it, as begin() gives it, if it has guards, is in
  // this process, and no call of it is queued or runs: the caller may work on its state, then ends
  // with release_object(). Null at other times, and now and then, so that a caller that polls lets
  // others run.
  virtual server_object* hold_idle(const mmps::mmps_name&) { return nullptr; }
  // `changed`: guards of waiting calls may hold now.
  void release_object(server_object& held, bool changed);

  // Rings after that many nanoseconds: the object then tests its guards. Called by the fiber that
  // runs the object.
  virtual void set_alarm(alarm& set, std::int64_t) { set.rung.store(true); }
  // Afterwards it does not ring any more. Any thread.
  virtual void cancel_alarm(alarm&) {}

  // An mselect of `object`, which the caller runs: returns the first call that the predicate
  // accepts, complete, with one reference for the caller. Waits at most `longest` nanoseconds; then
  // returns empty. Throws object_ends if the object is destroyed meanwhile.
  virtual std::optional<predicate_manager::accepted> select(
      server_object& object, const predicate_manager& predicate,
      std::optional<std::int64_t> longest) = 0;
  // Runs an accepted call of the object on the caller's stack; takes over its reference.
  virtual void serve(server_object& object, computation_instance& accepted) = 0;
  // The wait in an mselect is over: resumes the waiting function, which gets the right to run the
  // object.
  virtual void resume(selection& over) = 0;

  // --- replicated classes (rts/replica). Null: every read is a call.
  [[nodiscard]] replica_table* replicas() const { return replicas_; }
  // Null: they have their home in another process.
  [[nodiscard]] replica_home* home_of_replicas() const { return home_; }
  // Takes in what other processes have sent, and now and then lets other work of its worker run, so
  // that a function that only reads sees new values. REQUIRES: replica_table::reads_take_turns().
  virtual void before_read() {}

  [[nodiscard]] session_news& news() { return news_; }

  // What the program has said of the work that it will make. From the first expectation on, all
  // executed calls are counted; before, an executor counts those that cost nothing.
  void expect(const class_info& of_class, std::int64_t calls);
  [[nodiscard]] const expected_calls& expected() const { return expected_; }

  virtual std::uint64_t new_caller() = 0;  // an identity for a caller, never 0, never given twice
  virtual const mentat::limits& limits() const = 0;
  virtual const std::string& host() const = 0;
  virtual void warn(const std::string& text) = 0;  // one line to the log
  // The rule of the product that a simulated process breaks.
  [[nodiscard]] base::seeded_bug bug() const { return bug_; }

 protected:
  ~run_time_system() = default;
  virtual void count_calls() {}  // any thread that runs a function; more than once
  void set_bug(base::seeded_bug bug) { bug_ = bug; }
  void set_replicas(replica_table* copies, replica_home* home) {
    replicas_ = copies;
    home_ = home;
  }

 private:
  session_news news_;
  expected_calls expected_;
  replica_table* replicas_ = nullptr;
  replica_home* home_ = nullptr;
  base::seeded_bug bug_{};  // none
};

// The place of a call in words, for errors.
error_place place_of(const computation_instance& call, const run_time_system& in);
// The host is that of the run-time system that runs the calling thread, if any.
error_place place_of(const computation_instance& call);

}  // namespace mentat
