// The instantiation manager of a host as a process: what the settings say to it.
#include <cmath>
#include <random>
#include <utility>

#include "daemons/loader/daemon_process.h"
#include "daemons/loader/instantiation_manager_daemon.h"
#include "rts/node/node.h"
#include "rts/node/processes.h"

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

int run_instantiation_manager(node::member self, const node::settings& chosen,
                              std::uint32_t most_processes, const std::vector<taking_part>& hosts) {
  daemon_process process(self);
  im::settings managed;
  managed.self = self.self;
  for (const taking_part& one : hosts)
    managed.hosts.push_back(
        {one.name, node::instantiation_manager_of({one.host, one.incarnation, 0, 0})});
  if (hosts.empty()) managed.hosts.push_back({node::host_name(), self.self});
  managed.cores = most_processes * node::workers_of(chosen);
  managed.seed = std::random_device{}();
  managed.falcon = falcon_settings(chosen);
  managed.limits.processes = most_processes;
  managed.isolation = chosen.im.isolation;
  managed.limits.object_processes = chosen.object_processes;
  managed.limits.objects = most_processes * chosen.limits.objects;
  instantiation_manager_daemon manager(
      managed, self.driver, [&](node::role wanted) { process.ask_for_process(wanted); },
      process.access());
  process.run(manager);
}

}  // namespace mentat::loader
