// create() and destroy() of a space, and what is refused. Thread-safety and errors: as handle.h.
#pragma once

#include "rts/api/placement.h"
#include "rts/api/space.h"
#include "rts/api/space_operations.h"

namespace mentat {

// Without hints a space is in the process that creates it, so that no death of a worker ends it.
inline void create(space& variable, call_site at = source_place::current()) {
  variable.create_here__(at.place);
}

// Every process has all tuples; one order of puts and takes.
inline void create(space& variable, everywhere_hint, call_site at = source_place::current()) {
  variable.create_everywhere__(at.place);
}

inline void destroy(space& variable) { variable.destroy(); }

namespace space_detail {
template <class Impl>
inline constexpr bool never = false;
}

template <class Impl>
void create(handle<Impl>&, everywhere_hint, call_site = source_place::current()) {
  static_assert(space_detail::never<Impl>,
                "mentat::everywhere is a hint for a mentat::space; a class of which every process "
                "has copies is marked [[mentat::replicated]]");
}
template <class Impl, class More>
void create(handle<Impl>&, everywhere_hint, More&&, call_site = source_place::current()) {
  static_assert(space_detail::never<Impl>,
                "no other hint or argument stands beside mentat::everywhere");
}
template <class Impl>
void create(handle<Impl>&, placement, everywhere_hint, call_site = source_place::current()) {
  static_assert(space_detail::never<Impl>,
                "no other hint or argument stands beside mentat::everywhere");
}

}  // namespace mentat
