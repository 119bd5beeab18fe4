// Stores tokens of a token-matching unit whose memory is used up [TOCS96 3.2.5: "tokens may be
// stored on disk"]. The machine decides which tokens are spilled; an implementation writes the
// files.
//
// A record is one message: read() gives the appended message or a fault. Ownership: the store has
// the record from append() to release(); a handle is used with the store that gave it, never after
// its release. Errors: spill_fault, no exceptions. Thread-safety: none; the owner of the machine
// uses it.
#pragma once

#include <cstdint>
#include <string_view>

#include "mmps/wire/mentat_message.h"

namespace mentat::tmu {

struct spill_handle {
  std::uint64_t place = 0;   // has a meaning for the store alone
  std::uint32_t length = 0;  // of header and body; 0: no record

  explicit operator bool() const { return length != 0; }
};

enum class spill_fault : std::uint8_t {
  none,
  full,        // no space on the disk, or the limit of the store
  unwritable,  // the folder or the disk refuses to be written
  corrupt,     // the bytes read are not the bytes written
};

[[nodiscard]] constexpr std::string_view text_of(spill_fault fault) {
  switch (fault) {
    case spill_fault::none:
      return "no error";
    case spill_fault::full:
      return "fixed.spill: the space for spilled tokens is used up";
    case spill_fault::unwritable:
      return "the folder for spilled tokens cannot be written";
    case spill_fault::corrupt:
      return "a spilled token was damaged on disk";
  }
  return "unknown error";
}

// The text of the error for a call whose tokens find no memory, with the last fault, if any.
[[nodiscard]] constexpr std::string_view no_memory_text(spill_fault fault) {
  switch (fault) {
    case spill_fault::full:
      return "the token-matching unit has no memory left, and the disk of its folder mentat/spill "
             "is full";
    case spill_fault::unwritable:
      return "the token-matching unit has no memory left, and its folder mentat/spill cannot be "
             "written";
    default:
      return "the token-matching unit has no memory left; raise it, for example "
             "MENTAT_TMU__MEMORY=1GiB";
  }
}

class spill_store {
 public:
  virtual ~spill_store() = default;

  // The message may come back with flag::body_crc and its checksum set.
  [[nodiscard]] virtual spill_fault append(mmps::mentat_message& message, spill_handle& handle) = 0;
  [[nodiscard]] virtual spill_fault read(const spill_handle& handle,
                                         mmps::mentat_message& message) = 0;
  virtual void release(const spill_handle& handle) = 0;
};

}  // namespace mentat::tmu
