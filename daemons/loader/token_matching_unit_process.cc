// The token-matching unit of a host as a process: its spilled work units are in a private folder of
// the user.
#include <cstdlib>
#include <memory>
#include <random>
#include <string>

#include "daemons/loader/daemon_process.h"
#include "daemons/loader/token_matching_unit_daemon.h"
#include "daemons/tmu/spill/spill_file.h"
#include "mmps/trust/trusted_path.h"
#include "rts/config/log.h"
#include "rts/session/node.h"

namespace mentat::loader {
namespace {

// $XDG_STATE_HOME/mentat/spill, else in ~/.local/state, else where the user's sockets are.
std::string spill_folder() {
  if (const char* state = std::getenv("XDG_STATE_HOME"); state && *state == '/')
    return std::string(state) + "/mentat/spill";
  if (const char* home = std::getenv("HOME"); home && *home == '/')
    return std::string(home) + "/.local/state/mentat/spill";
  return mmps::trust::runtime_folder() + "/spill";
}

// Without a disk the tokens stay in memory; the log says why, and the program runs.
std::unique_ptr<tmu::spill_store> open_store() {
  const std::string folder = spill_folder();
  if (auto made = mmps::trust::make_private_folder(folder); !made) {
    node::log_warning("work units stay in memory: " + made.error());
    return nullptr;
  }
  auto store = tmu::spill_file::open({.directory = folder});
  if (store) return std::move(*store);
  node::log_warning("work units stay in memory: " + store.error().text);
  return nullptr;
}

}  // namespace

int run_token_matching_unit(node::member self, const node::settings& chosen) {
  daemon_process process(self, chosen);
  const auto store = open_store();
  tmu::limits limits;
  limits.memory = chosen.tmu_memory;
  const tmu::identity who{self.self, node::instantiation_manager_of(self.self), node::host_name(),
                          std::random_device{}(), self.self.life() > 1};
  token_matching_unit_daemon unit(who, self.driver, limits, store.get(), process.access());
  process.run(unit);
}

}  // namespace mentat::loader
