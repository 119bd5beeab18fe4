// The object whose member function is executing. Thread-safety: of the calling thread alone.
#pragma once

#include "rts/api/handle.h"

namespace mentat {

namespace detail {
// The name of the persistent object that runs the calling function; unbound if there is none.
mmps::mmps_name running_object(const class_info*& of_class);
}  // namespace detail

// Inside a member function of a persistent object: a variable that names that very object.
template <class Handle>
Handle self() {
  Handle here;
  const class_info* of_class = &Handle::implementation__::mentat_class__();
  const mmps::mmps_name name = detail::running_object(of_class);
  here.mentat_object::bind__(*of_class, name);
  return here;
}

}  // namespace mentat
