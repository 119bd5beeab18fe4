#include "rts/api/replicated.h"

#include "rts/core/class_registry.h"
#include "rts/core/errors.h"

namespace mentat {

void detail::require_sound_copy(run_time_system& in, const class_info& of_class,
                                std::uint32_t function, const mmps::mmps_name& name) {
  if (const auto seen = in.replicas()->poison_of(name))
    throw replica_divergence(
        {of_class.description->name, function_name(of_class, function), in.host()}, seen->function,
        seen->update);
}

}  // namespace mentat
