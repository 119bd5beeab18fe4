#include "rts/api/rtf.h"

namespace mentat::detail {

void warn_answered_twice(const computation_instance& instance) {
  run_time_system& in = *current_activation->runtime;
  const error_place place = place_of(instance, in);
  in.warn(place.class_name + "::" + place.function_name +
          " executed rtf twice; the first result stands");
}

void throw_broken_rtf() {
  const activation& here = *current_activation;
  throw broken_rtf(here.instance ? place_of(*here.instance, *here.runtime) : error_place{});
}

}  // namespace mentat::detail
