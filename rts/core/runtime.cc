#include "rts/core/runtime.h"

#include "rts/core/class_registry.h"
#include "rts/core/computation_instance.h"

namespace mentat {

error_place place_of(const computation_instance& call, const runtime& in) {
  if (!call.of_class()) return {"", "", in.host()};
  return {call.of_class()->description->name, function_name(*call.of_class(), call.function()), in.host()};
}

}  // namespace mentat
