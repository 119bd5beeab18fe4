// main() of every Mentat program: reads the settings, starts the run-time system, and calls the user's main, which is called
// mentat_main after translation.
#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "daemons/loader/daemon_process.h"
#include "daemons/supervisor/supervisor.h"
#include "rts/executor/debugger.h"
#include "rts/node/endpoint.h"
#include "rts/node/log.h"
#include "rts/node/node.h"
#include "rts/node/processes.h"

int mentat_main(int argc, char** argv);

// Nothing calls it but a debugger; the linker is to keep it.
[[gnu::used, gnu::retain]] static const auto for_debuggers = &mentat_debugger_text;

namespace {

using mentat::node::settings;

int run_member(const settings& chosen, mentat::node::member self) {
  using mentat::node::role;
  if (!chosen.shared_memory) mentat::node::use_network_within_host(self);
  const bool in_driver_too = chosen.placement != mentat::node::exchange_placement::elsewhere;
  const unsigned places = chosen.processes - (in_driver_too ? 0 : 1);
  if (self.role == role::instantiation_manager) return mentat::loader::run_instantiation_manager(std::move(self), places);
  if (self.role == role::token_matching_unit) return mentat::loader::run_token_matching_unit(std::move(self));
  return mentat::node::run_worker(chosen, std::move(self));
}

int run_processes(const settings& chosen, const std::function<int()>& program) {
  const unsigned workers = chosen.processes - 1;
  try {
    auto session = mentat::supervisor::start_session(
        {workers, [&](mentat::node::member self) { return run_member(chosen, std::move(self)); }});
    if (!chosen.shared_memory) mentat::node::use_network_within_host(session.driver);
    const int status = mentat::node::run_driver(chosen, session.driver, workers, program);
    mentat::supervisor::end_session(session);
    return status;
  } catch (const std::exception& error) {
    mentat::node::log_error(std::string("mode processes cannot be started: ") + error.what());
    return 125;
  }
}

}  // namespace

int main(int argc, char** argv, char** environment) {
  std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  std::vector<std::string> variables;
  for (char** at = environment; at && *at; ++at) variables.emplace_back(*at);
  const auto chosen = mentat::node::read_settings(arguments, variables);
  if (!chosen) {
    std::fprintf(stderr, "mentat: %s\n", chosen.error().c_str());
    return 2;
  }
  mentat::node::start_log(chosen->log);

  std::string name = argc > 0 ? argv[0] : "";
  std::vector<char*> left{name.data()};
  for (std::string& argument : arguments) left.push_back(argument.data());
  left.push_back(nullptr);
  const auto program = [&] { return mentat_main(static_cast<int>(left.size()) - 1, left.data()); };
  return chosen->mode == mentat::node::mode::processes ? run_processes(*chosen, program) : mentat::node::run_program(*chosen, program);
}
