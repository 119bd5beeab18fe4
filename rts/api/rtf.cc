#include "rts/api/rtf.h"

namespace mentat::detail {

bool may_answer(computation_instance& instance) {
  if (!instance.answered()) return true;
  runtime& in = *current_activation->runtime;
  const error_place place = place_of(instance, in);
  in.warn(place.class_name + "::" + place.function_name + " executed rtf twice; the first result stands");
  return false;
}

void throw_broken_rtf() {
  const activation& here = *current_activation;
  throw broken_rtf(here.instance ? place_of(*here.instance, *here.runtime) : error_place{});
}

}  // namespace mentat::detail
