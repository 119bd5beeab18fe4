#include "rts/api/server.h"

namespace mentat {

void no_such_function__(const work_unit& unit) {
  run_time_system& in = *current_activation->runtime;
  const error_place place = place_of(unit.instance(), in);
  throw remote_error(place, "mentat::no_such_function",
                     place.class_name + " has no " + place.function_name +
                         ": the caller was built with another version of the class, or the class "
                         "cannot be made without arguments");
}

}  // namespace mentat
