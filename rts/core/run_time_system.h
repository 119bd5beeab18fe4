// What a running program asks of the run-time system; an executor implements it. Reached through
// current_activation->runtime. Thread-safety: as called from the fibers and threads that the
// run-time system runs.
#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <span>
#include <string>

#include "mmps/wire/hint.h"
#include "mmps/wire/mmps_name.h"
#include "rts/core/class_info.h"
#include "rts/core/errors.h"
#include "rts/core/limits.h"
#include "rts/core/predicate_manager.h"
#include "rts/core/scheduler.h"
#include "rts/core/selection.h"
#include "rts/core/source_place.h"

namespace mentat {

class run_time_system : public scheduler {
 public:
  // A new call. Takes over one reference. Its arguments may still be missing; it starts when they
  // are there, at the latest when the caller comes here again, waits, ends, or about a millisecond
  // later.
  virtual void submit(computation_instance& call) = 0;
  // Comes back when the result is there. The caller holds a reference. Throws deadlock if it can
  // never come. `at`: where it is needed, if that is known.
  virtual void wait(computation_instance& call, source_place at) = 0;
  void wait(computation_instance& call) { wait(call, source_place()); }
  // Everything that can start is started now [TOCS96 3.2.2].
  virtual void force() = 0;

  // Does somebody else say where a new object is made? If not, it is made where create() is called.
  [[nodiscard]] virtual bool places_objects() const { return false; }
  // An object of the class of the creation, made with its arguments by the constructor of that
  // number, in the process that is chosen for it. Waits; the result of the creation, which has one
  // reference and keeps it, is then the object's name, or an error. REQUIRES: places_objects(),
  // class_info::constructs_elsewhere(), at most mmps::max_hints - 1 hints.
  virtual void create_elsewhere(computation_instance&, std::uint16_t, std::span<const mmps::hint>) {
  }
  // Persistent objects. `self` belongs to the run-time system from now on. Throws limit_error.
  virtual mmps::mmps_name adopt(const class_info& of_class, void* self) = 0;
  // Null if the name is not bound to a living object.
  virtual server_object* find(const mmps::mmps_name& name) = 0;
  // Sends a call of an object that is in another process (server_object::is_far()). Takes over the
  // reference.
  virtual void send(server_object& far, computation_instance& call) = 0;
  // A call of such an object, or of a regular class, that waits for arguments from other processes:
  // is it sent before they are there (computation_instance::note_partial())?
  [[nodiscard]] virtual bool sends_partial(const computation_instance&) const { return false; }
  // A call that belongs to a unit which may have been executed before (custody_scope.h): was it
  // executed then? It has, or will have, its result from there; takes over the reference.
  virtual bool take_repeated(computation_instance&) { return false; }
  // The object has ended; its slot may be used again. By the one who runs it.
  virtual void ended(server_object& object) = 0;
  // An object has executed a unit, and goes on if it has more.
  virtual void between_units() {}

  // An mselect of `object`, which the caller runs: the first call that the predicate accepts,
  // complete, with the caller's reference. Waits for it, for `longest` nanoseconds at most; empty
  // when they are over. Throws object_ends when the object is destroyed meanwhile.
  virtual std::optional<predicate_manager::accepted> select(
      server_object& object, const predicate_manager& predicate,
      std::optional<std::int64_t> longest) = 0;
  // Runs an accepted call of the object on the caller's stack; takes over its reference.
  virtual void serve(server_object& object, computation_instance& accepted) = 0;
  // The wait in an mselect is over: the function that waits goes on, and has the right to run the
  // object.
  virtual void resume(selection& over) = 0;

  virtual std::uint64_t new_caller() = 0;  // an identity for a caller, never 0, never given twice
  virtual const mentat::limits& limits() const = 0;
  virtual const std::string& host() const = 0;
  virtual void warn(const std::string& text) = 0;  // one line to the log

 protected:
  ~run_time_system() = default;
};

// Where a call of an instance is, in words, for errors.
error_place place_of(const computation_instance& call, const run_time_system& in);
error_place place_of(const computation_instance& call);  // the host is that of the run-time system
                                                         // that runs the caller, if any

}  // namespace mentat
