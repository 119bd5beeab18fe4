// One step of the order of writes, as the home of replicated objects tells it to the processes that
// have copies (docs/replicated.md). A value; it borrows the bytes. Thread-safety: none.
// fingerprint_of() throws what the class's `save` throws.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mmps/wire/mmps_name.h"
#include "rts/core/class_info.h"

namespace mentat {

enum class update_kind : std::uint8_t {
  write = 1,  // the object executes the function with these arguments
  made,       // there is a new object with this state
  ended,      // there is no copy of the object any more
  state,      // the state of an object, for a process that gets its copies
  joined,     // the process has all copies: its first step is the next one
  check,      // the fingerprint of the object's state behind the step before, a write of it
};

// Steps have the numbers 1, 2, ...; a state and a joined have the number of the last step.
struct replica_update {
  update_kind kind = update_kind::write;
  std::uint64_t number = 0;
  mmps::mmps_name object;                      // unbound: of a joined
  const class_info* of_class = nullptr;        // of all with a state; null: unknown here
  const method_description* method = nullptr;  // of a write, a check
  std::span<const std::byte> bytes;
  bool swapped = false;  // the bytes have the other byte order
};

// The length and the checksum of an object's encoded state, as the bytes of a check.
using replica_fingerprint = std::array<std::byte, 16>;
replica_fingerprint fingerprint_of(const class_info& of_class, void* self);

// The other processes, as the home sees them. Thread-safety: all functions.
class replica_followers {
 public:
  // Those that may have copies. When it returns, each can be sent to without a wait.
  virtual std::vector<mmps::mmps_name> reachable() = 0;
  // Sends each of them the update, in the order of calls. Returns those that will not get it.
  virtual std::vector<mmps::mmps_name> send(std::span<const mmps::mmps_name> to,
                                            const replica_update& what) = 0;
  // From now on this process's messages come behind the step, which these processes know.
  virtual void note_position(std::uint64_t number, std::span<const mmps::mmps_name> known_by) = 0;

 protected:
  ~replica_followers() = default;
};

}  // namespace mentat
