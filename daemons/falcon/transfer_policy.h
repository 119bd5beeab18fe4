// Whether a request stays on this host: the threshold policy [TOCS96 3.2.6; Eager, Lazowska,
// Zahorjan 1986].
//
// A host accepts while its own load is below the threshold. It considers nothing else, so it asks
// no other host. A request may be transferred `limit` times and must then be accepted, so that
// hosts that are all busy do not spend their time on transfers. Units: runnable work units per
// core; hops. A value. Errors: none.
#pragma once

#include <cstdint>

#include "daemons/falcon/load.h"

namespace mentat::falcon {

struct transfer_policy {
  load threshold{2000};
  std::uint8_t limit = 3;  // the transfer limit

  [[nodiscard]] constexpr bool accepts(load own) const { return own < threshold; }
  [[nodiscard]] constexpr bool may_transfer(std::uint8_t hops) const { return hops < limit; }
};

}  // namespace mentat::falcon
