// The home of replicated objects: adds them to the table of copies, and applies their writes alone
// and in one order. With `doubles` (mode adversarial) it keeps a second copy of each object that
// can be made without arguments, to which it applies each write, decoded from bytes, and compares
// the states afterwards: a function whose effect depends on anything but the object and its
// arguments is found there. A copy that differs is poisoned.
//
// Every `check_every` writes of an object that others have copies of, it tells them the fingerprint
// of the object's state; a process whose copy differs poisons it (replica_copies.h).
//
// With followers it tells them each step of the order before it takes effect here: so nothing that
// follows from a step leaves this process before the step. A follower that may have missed a step
// joins anew. An object that cannot be made without arguments, or not read in place, has no copies.
//
// Thread-safety: all functions. Ownership: owns the second copies; borrows the objects.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "mmps/base/byte_buffer.h"
#include "mmps/base/seeded_bug.h"
#include "mmps/wire/mmps_name.h"
#include "rts/core/class_info.h"
#include "rts/core/computation_instance.h"
#include "rts/core/run_time_system.h"
#include "rts/core/server_object.h"
#include "rts/replica/replica_table.h"
#include "rts/replica/replica_update.h"

namespace mentat {

struct replica_options {
  bool doubles = false;
  unsigned check_every = 0;  // 0: never
  base::seeded_bug bug = base::seeded_bug::none;
};

class replica_home {
 public:
  explicit replica_home(run_time_system& on, const replica_options& chosen = {})
      : on_(on), chosen_(chosen) {}
  // Before the first object is added.
  void tell(replica_followers& followers) { followers_ = &followers; }
  replica_home(const replica_home&) = delete;
  replica_home& operator=(const replica_home&) = delete;

  [[nodiscard]] replica_table& table() { return table_; }

  // A new object, which nobody knows yet.
  void add(const mmps::mmps_name& name, const class_info& of_class, void* self);
  // The object ends: nobody reads it from now on.
  void end(const server_object& object);

  // There may be new processes: they join, if there is an object to be copied.
  void admit();
  // The process has ended.
  void forget(const mmps::mmps_name& process);

  // Around the execution of one call of the object: if it is a write, nobody reads meanwhile.
  class execution {
   public:
    execution(replica_home& home, const server_object& object, computation_instance& call);
    execution(const execution&) = delete;
    execution& operator=(const execution&) = delete;
    ~execution();

   private:
    replica_home& home_;
    const server_object& object_;
    const method_description* const method_;
    std::optional<replica_table::applying> alone_;
  };

 private:
  struct ends_copy {
    const class_info* of_class;
    void operator()(void* self) const { of_class->destroy(self); }
  };
  using second = std::unique_ptr<void, ends_copy>;
  // An object of which others have copies.
  struct original {
    const class_info* of_class;
    void* self;
    unsigned unchecked = 0;  // writes since the last check
  };
  void apply_to_second(const server_object& object, const method_description& method,
                       const base::byte_buffer& arguments);
  void compare_with_second(const server_object& object, const method_description& method);

  // --- REQUIRES: the caller applies
  void apply(const server_object& object, computation_instance& call,
             const method_description& method);
  void tell_made(const mmps::mmps_name& name, const original& made);
  void tell_write(const server_object& object, const method_description& method,
                  const base::byte_buffer& arguments);
  void tell_ended(const mmps::mmps_name& name);
  void tell_check(const server_object& object, const method_description& method);
  void tell_all(replica_update what);
  void join(const mmps::mmps_name& process);

  run_time_system& on_;
  const replica_options chosen_;
  replica_followers* followers_ = nullptr;
  replica_table table_;
  std::uint64_t updates_ = 0;                 // by the applier
  std::map<mmps::mmps_name, second> second_;  // by the applier
  // --- by the applier
  std::uint64_t position_ = 0;  // the number of the last step that was told
  std::map<mmps::mmps_name, original> told_;
  std::vector<mmps::mmps_name> joined_, left_;  // left_: to join anew with the next step
  std::atomic<bool> has_told_{false};
  // --- of seeded bugs
  std::optional<base::byte_buffer> late_;  // the arguments of a write that is not told yet
  std::vector<mmps::mmps_name> skipped_;   // by the next step
};

}  // namespace mentat
