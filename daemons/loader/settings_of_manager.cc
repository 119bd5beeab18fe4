#include "daemons/loader/settings_of_manager.h"

#include <cmath>

#include "rts/session/session_process.h"

namespace mentat::loader {
namespace {

falcon::settings falcon_settings(const node::settings& chosen) {
  falcon::settings policies;
  policies.transfer.threshold = {
      static_cast<std::uint32_t>(std::lround(chosen.im.threshold * 1000))};
  policies.transfer.limit = static_cast<std::uint8_t>(chosen.im.transfer_limit);
  policies.where = falcon::location_named(chosen.im.location_policy)
                       .value_or(falcon::location::best_most_recently);
  // Tests want everything on another host: each request makes one hop to any of them.
  if (chosen.mode == node::mode::cluster &&
      chosen.placement == node::exchange_placement::elsewhere) {
    policies.transfer = {.threshold = {0}, .limit = 1};
    policies.where = falcon::location::random;
  }
  return policies;
}

}  // namespace

im::settings settings_of_manager(const node::settings& chosen, const mmps::mmps_name& self,
                                 std::uint32_t max_processes) {
  im::settings managed;
  managed.self = self;
  managed.cores = max_processes * node::workers_of(chosen);
  managed.falcon = falcon_settings(chosen);
  managed.limits.processes = max_processes;
  managed.isolation = chosen.im.isolation;
  managed.limits.object_processes = chosen.object_processes;
  managed.limits.objects = max_processes * chosen.limits.objects;
  return managed;
}

}  // namespace mentat::loader
