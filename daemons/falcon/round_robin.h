// The location policy "round robin" [TOCS96 3.2.6]: one host after the other, in ascending order
// and then from the lowest again.
//
// Each host begins with its successor, so that hosts that are busy at the same time do not all ask
// the same host first. Invariant: any size() consecutive choices among the same eligible hosts
// contain each host once. Thread-safety: none. Errors: none.
#pragma once

#include "daemons/falcon/location_policy.h"

namespace mentat::falcon {

class round_robin : public location_policy {
 public:
  explicit round_robin(host_id self) : last_(self) {}
  std::optional<host_id> choose(base::instant now, const load_view& view,
                                const eligible_hosts& hosts, base::random& chance) override;

 private:
  host_id last_;
};

}  // namespace mentat::falcon
