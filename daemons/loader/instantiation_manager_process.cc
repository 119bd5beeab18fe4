// The instantiation manager of a host as a process.
#include <random>
#include <utility>

#include "daemons/im/instantiation_manager.h"
#include "daemons/loader/daemon_process.h"
#include "daemons/loader/instantiation_manager_daemon.h"
#include "daemons/loader/settings_of_manager.h"
#include "rts/session/calls/leases.h"
#include "rts/session/node.h"
#include "rts/session/processes.h"

namespace mentat::loader {

// A borrower that looks at its places gives one back before the manager takes it, with time for the
// messages.
static_assert(im::instantiation_manager::longest_lent >= 2 * node::leases::longest_held);

int run_instantiation_manager(node::member self, const node::settings& chosen,
                              std::uint32_t max_processes, const std::vector<taking_part>& hosts) {
  daemon_process process(self, chosen);
  im::settings managed = settings_of_manager(chosen, self.self, max_processes);
  for (const taking_part& one : hosts)
    managed.hosts.push_back(
        {one.name, node::instantiation_manager_of({one.host, one.incarnation, 0, 0})});
  if (hosts.empty()) managed.hosts.push_back({node::host_name(), self.self});
  managed.seed = std::random_device{}();
  instantiation_manager_daemon manager(
      managed, self.driver, [&](node::role wanted) { process.ask_for_process(wanted); },
      process.access());
  process.run(manager);
}

}  // namespace mentat::loader
