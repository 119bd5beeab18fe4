// Objects of replicated classes. A member function that is const and has no guard is a read: it
// runs on the stack of its caller, without a call, on the copy that is in its process. Any other
// member function is a write: a call of a persistent object, for which its caller waits, and during
// which no thread reads that copy (docs/replicated.md).
//
// For a read, emitted text has in the class, beside the text of every member function,
//   int get(int at) const { ... }                                              // local, as always
//   int mentat_read__(get_tag__*, int at) const { return get(at); }            // found by its tag
// and in the stubs
//   int get(int at, source_place__ place__ = here__()) const {
//     return read__<get_tag__>(place__, at);
//   }
// and in the class `static constexpr bool mentat_replicated__ = true;` and mentat_state__
// (replica_state.h); in the server section the kind is kind__::replicated__, and the const
// functions are described by describe_read__.
//
// Thread-safety: as handle.h. Errors: exceptions of the function are thrown as they are;
// unbound_variable, object_lost, replica_divergence.
#pragma once

#include <utility>

#include "rts/api/handle.h"
#include "rts/core/activation.h"
#include "rts/core/run_time_system.h"
#include "rts/replica/replica_table.h"

namespace mentat {

namespace detail {
// Throws replica_divergence if the object of that name is known to differ from its second copy.
void require_sound_copy(run_time_system& in, const class_info& of_class, std::uint32_t function,
                        const mmps::mmps_name& name);
}  // namespace detail

template <class Method, class... A>
typename Method::result mentat_object::read__(source_place at, A&&... arguments) const {
  run_time_system* const in = current_activation->runtime;
  replica_table* const copies = in ? in->replicas() : nullptr;
  // A reader never waits inside. To copy a variable waits for its object.
  if (object_name::some_are_pending()) [[unlikely]]
    (static_cast<void>(value_t<A>(std::as_const(arguments))), ...);
  if (copies) [[likely]] {
    if (copies->reads_take_turns()) in->before_read();
    const replica_table::reading here(*copies);
    if (const void* self = here.find(name_.known())) [[likely]]
      return static_cast<const typename Method::owner*>(self)->mentat_read__(
          static_cast<Method*>(nullptr), std::forward<A>(arguments)...);
  }
  // There is no such copy here, or it may be too old: a call gives the value or error.
  if (copies) detail::require_sound_copy(*in, *class_, Method::number__, name_.known());
  return call_at<Method, false>(at, std::forward<A>(arguments)...);
}

}  // namespace mentat
