// The token-matching unit of a host as a process: its spilled work units lie in a private folder of
// the user.
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <random>
#include <string>

#include "daemons/loader/daemon_process.h"
#include "daemons/tmu/spill/spill_file.h"
#include "daemons/tmu/token_matching_unit.h"
#include "rts/node/log.h"
#include "rts/node/node.h"

namespace mentat::loader {
namespace {

class tmu_machine final : public machine {
 public:
  tmu_machine(const tmu::identity& who, const tmu::limits& limits, tmu::spill_store* store)
      : unit_(who, limits, store) {}

  void step(base::instant now, mmps::mentat_message&& message) override {
    unit_.step(now, std::move(message));
  }
  void process_up(base::instant, const node::notice&) override {}
  void tick(base::instant now) override { unit_.tick(now); }
  [[nodiscard]] base::instant next_deadline() const override { return unit_.next_deadline(); }
  std::vector<mmps::mentat_message> take_output() override { return unit_.take_output(); }
  [[nodiscard]] bool busy() const override { return unit_.acquires(); }

 private:
  tmu::token_matching_unit unit_;
};

// $XDG_STATE_HOME/mentat/spill, else in ~/.local/state, else under /tmp.
std::string spill_folder() {
  std::string base;
  if (const char* state = std::getenv("XDG_STATE_HOME"); state && *state == '/')
    base = state;
  else if (const char* home = std::getenv("HOME"); home && *home == '/')
    base = std::string(home) + "/.local/state";
  else
    base = "/tmp";
  const std::string folder = base + "/mentat";
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  return folder + "/spill";
}

}  // namespace

int run_token_matching_unit(node::member self, const node::settings& chosen) {
  daemon_process process(self);
  auto store = tmu::spill_file::open({.directory = spill_folder()});
  if (!store) node::log_warning("work units stay in memory: " + store.error().text);
  tmu::limits limits;
  limits.memory = chosen.tmu_memory;
  tmu_machine machine({self.self, node::instantiation_manager_of(self.self), node::host_name(),
                       std::random_device{}()},
                      limits, store ? store->get() : nullptr);
  process.run(machine);
  return 0;
}

}  // namespace mentat::loader
