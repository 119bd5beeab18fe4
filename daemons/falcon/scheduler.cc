#include "daemons/falcon/scheduler.h"

#include <array>
#include <utility>

#include "daemons/falcon/best_most_recently.h"
#include "daemons/falcon/random.h"
#include "daemons/falcon/round_robin.h"

namespace mentat::falcon {
namespace {

constexpr std::array<std::pair<std::string_view, location>, 3> locations{{
    {"random", location::random},
    {"round_robin", location::round_robin},
    {"best_most_recently", location::best_most_recently},
}};

std::unique_ptr<location_policy> make(host_id self, const settings& chosen) {
  switch (chosen.where) {
    case location::random:
      return std::make_unique<random>();
    case location::round_robin:
      return std::make_unique<round_robin>(self);
    case location::best_most_recently:
      break;
  }
  return std::make_unique<best_most_recently>(chosen.transfer.threshold, chosen.fresh);
}

}  // namespace

std::optional<location> location_named(std::string_view name) {
  for (const auto& [word, which] : locations)
    if (word == name) return which;
  return std::nullopt;
}

std::string_view name_of(location which) {
  return locations[static_cast<std::size_t>(which)].first;
}

scheduler::scheduler(host_id self, const settings& chosen)
    : transfer_(chosen.transfer), location_(make(self, chosen)) {}

decision scheduler::decide(base::instant now, const request& asked, const load_view& view,
                           const eligible_hosts& others, base::random& chance) {
  if (transfer_.accepts(view.own) && !asked.leave)
    return {std::nullopt, asked.served_here ? reason::reuse : reason::local};
  if (transfer_.may_transfer(asked.hops))
    if (const auto host = location_->choose(now, view, others, chance))
      return {host, reason::transfer};
  return {std::nullopt, reason::forced};
}

}  // namespace mentat::falcon
