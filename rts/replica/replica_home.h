// The home of replicated objects: adds them to the table of copies, and applies their writes alone
// and in one order. With `doubles` (mode adversarial) it keeps a second copy of each object that
// can be made without arguments, to which it applies each write, decoded from bytes, and compares
// the states afterwards: a function whose effect depends on anything but the object and its
// arguments is found there. A copy that differs is poisoned.
//
// Thread-safety: all functions. Ownership: owns the second copies; borrows the objects.
#pragma once

#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <optional>

#include "mmps/base/byte_buffer.h"
#include "mmps/wire/mmps_name.h"
#include "rts/core/class_info.h"
#include "rts/core/computation_instance.h"
#include "rts/core/run_time_system.h"
#include "rts/core/server_object.h"
#include "rts/replica/replica_table.h"

namespace mentat {

class replica_home {
 public:
  explicit replica_home(run_time_system& on, bool doubles = false) : on_(on), doubles_(doubles) {}
  replica_home(const replica_home&) = delete;
  replica_home& operator=(const replica_home&) = delete;

  [[nodiscard]] replica_table& table() { return table_; }

  // A new object, which nobody knows yet.
  void add(const mmps::mmps_name& name, const class_info& of_class, void* self);
  // The object ends: nobody reads it from now on.
  void end(const server_object& object);

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
  void apply_to_second(const server_object& object, computation_instance& call,
                       const method_description& method);
  void compare_with_second(const server_object& object, const method_description& method);

  run_time_system& on_;
  const bool doubles_;
  replica_table table_;
  std::uint64_t updates_ = 0;                 // by the applier
  std::map<mmps::mmps_name, second> second_;  // by the applier
};

}  // namespace mentat
