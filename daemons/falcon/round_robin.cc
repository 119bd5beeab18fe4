#include "daemons/falcon/round_robin.h"

namespace mentat::falcon {

std::optional<host_id> round_robin::choose(base::instant, const load_view&,
                                           const eligible_hosts& hosts, base::random&) {
  if (hosts.size() == 0) return std::nullopt;
  last_ = hosts.after(last_);
  return last_;
}

}  // namespace mentat::falcon
