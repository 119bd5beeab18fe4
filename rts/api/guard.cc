#include "rts/api/guard.h"

#include "rts/core/activation.h"
#include "rts/core/errors.h"
#include "rts/core/run_time_system.h"

namespace mentat {

void guard(bool holds) {
  if (holds) return;
  const activation& now = *current_activation;
  throw closed_entry(
      now.instance && now.runtime ? place_of(*now.instance, *now.runtime) : error_place{},
      "a guard does not hold, and a call from inside of its object cannot wait");
}

}  // namespace mentat
