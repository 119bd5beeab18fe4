// The state of an object of a replicated class as bytes: emitted text has in such a class
//   template <class Archive> void mentat_state__(Archive& archive) { archive(a_, b_); }
// over all its data members, those of its bases first. Thread-safety: none. Errors: marshal_error.
// It brings Cereal: for server sections alone.
#pragma once

#include <cstdint>
#include <span>

#include "mmps/base/byte_buffer.h"
#include "rts/api/typed_instance.h"
#include "rts/api/value_bytes.h"
#include "rts/core/class_info.h"

namespace mentat::detail {

template <class Impl>
void save_state(void* self, base::byte_buffer& behind) {
  byte_writer archive(behind);
  static_cast<Impl*>(self)->mentat_state__(archive);
}

template <class Impl>
void load_state(void* self, std::span<const std::byte> state, bool swapped) {
  byte_reader archive(state, swapped);
  static_cast<Impl*>(self)->mentat_state__(archive);
  if (archive.left() != 0) throw marshal_error("there are bytes behind the state of an object");
}

// A base without virtual functions may stand behind the table of those of a class that has some.
template <class Impl>
bool bases_are_in_front() {
  if constexpr (requires { typename Impl::mentat_stubs__::implementation__; }) {
    using base = typename Impl::mentat_stubs__::implementation__;
    constexpr std::uintptr_t somewhere = 4096 * alignof(Impl);  // only addresses are computed
    auto* const whole = reinterpret_cast<Impl*>(somewhere);
    return reinterpret_cast<std::uintptr_t>(static_cast<base*>(whole)) == somewhere &&
           bases_are_in_front<base>();
  } else {
    return true;
  }
}

template <class Impl>
inline constexpr replica_form replica_form_of{&save_state<Impl>, &load_state<Impl>,
                                              &bases_are_in_front<Impl>};

}  // namespace mentat::detail
