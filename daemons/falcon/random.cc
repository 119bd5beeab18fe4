#include "daemons/falcon/random.h"

namespace mentat::falcon {

std::optional<host_id> random::choose(base::instant, const load_view&, const eligible_hosts& hosts,
                                      base::random& chance) {
  if (hosts.size() == 0) return std::nullopt;
  return hosts.at(chance.below(hosts.size()));
}

}  // namespace mentat::falcon
