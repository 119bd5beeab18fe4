// The state of an object of a durable class, member by member: emitted text has in such a class
//   static constexpr std::uint32_t mentat_cells__ = 2;
//   template <class Archive> void mentat_cell__(Archive& archive, std::uint32_t cell) { ... }
// over its data members, those of its bases first; and its functions run by run_durable().
// Thread-safety: none. Errors: marshal_error. It brings Cereal: for server sections alone.
#pragma once

#include <cstdint>
#include <span>

#include "mmps/base/byte_buffer.h"
#include "rts/api/value_bytes.h"
#include "rts/core/class_info.h"

namespace mentat::detail {

template <class Impl>
void save_cell(void* self, std::uint32_t cell, base::byte_buffer& behind) {
  byte_writer archive(behind);
  static_cast<Impl*>(self)->mentat_cell__(archive, cell);
}

template <class Impl>
void load_cell(void* self, std::uint32_t cell, std::span<const std::byte> value, bool swapped) {
  byte_reader archive(value, swapped);
  static_cast<Impl*>(self)->mentat_cell__(archive, cell);
  if (archive.left() != 0) throw marshal_error("there are bytes behind a member of an object");
}

template <class Impl>
inline constexpr durable_form durable_form_of{Impl::mentat_cells__, &save_cell<Impl>,
                                              &load_cell<Impl>};

// Runs a function of a durable object. Its effect is recorded where the run-time system does that.
// With unit.round_trip() the members are encoded and decoded, to test that this works, and a const
// function is held to changing none.
void run_durable(const class_info& of_class, void* self, work_unit& unit,
                 void (*dispatch)(void* self, work_unit&));

}  // namespace mentat::detail
