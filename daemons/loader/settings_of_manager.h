// The settings of the instantiation manager of each host, from those of the program.
#pragma once

#include <cstdint>

#include "daemons/im/instantiation_manager.h"
#include "mmps/wire/mmps_name.h"
#include "rts/config/settings.h"

namespace mentat::loader {

// All settings except the hosts and the seed. `max_processes`: worker processes of the host.
im::settings settings_of_manager(const node::settings& chosen, const mmps::mmps_name& self,
                                 std::uint32_t max_processes);

}  // namespace mentat::loader
