// The location policy "random" [TOCS96 3.2.6]: any eligible host, all with the same probability. It
// needs no load reports and costs nothing. Other policies are hardly better, because the next hop
// corrects a bad choice. Invariant: the same seed chooses the same hosts. Thread-safety: none.
// Errors: none.
#pragma once

#include "daemons/falcon/location_policy.h"

namespace mentat::falcon {

class random : public location_policy {
 public:
  std::optional<host_id> choose(base::instant now, const load_view& view,
                                const eligible_hosts& hosts, base::random& chance) override;
};

}  // namespace mentat::falcon
