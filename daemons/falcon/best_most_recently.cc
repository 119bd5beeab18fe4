#include "daemons/falcon/best_most_recently.h"

#include <algorithm>

namespace mentat::falcon {
namespace {

bool better(const heard_load& a, const heard_load& b) {
  if (a.value != b.value) return a.value < b.value;
  if (a.when != b.when) return a.when > b.when;
  return a.host < b.host;
}

}  // namespace

bool best_most_recently::is_busy(base::instant now, const load_view& view, host_id host) const {
  return std::ranges::any_of(view.heard(), [&](const heard_load& entry) {
    return entry.host == host && now - entry.when <= fresh_ && entry.value >= threshold_;
  });
}

std::optional<host_id> best_most_recently::choose(base::instant now, const load_view& view,
                                                  const eligible_hosts& hosts,
                                                  base::random& chance) {
  if (hosts.size() == 0) return std::nullopt;
  const heard_load* best = nullptr;
  for (const heard_load& entry : view.heard()) {
    if (now - entry.when > fresh_ || entry.value >= threshold_ || !hosts.contains(entry.host))
      continue;
    if (!best || better(entry, *best)) best = &entry;
  }
  if (best) return best->host;

  const std::size_t drawn = chance.below(hosts.size());
  for (std::size_t i = 0; i < hosts.size() && i <= view.heard().size(); ++i) {
    const host_id host = hosts.at((drawn + i) % hosts.size());
    if (!is_busy(now, view, host)) return host;
  }
  return hosts.at(drawn);
}

}  // namespace mentat::falcon
