// main() of every Mentat program: reads the settings, starts the run-time system, and calls the
// user's main, which is called mentat_main after translation.
#include <malloc.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "daemons/loader/daemon_process.h"
#include "daemons/program/seat.h"
#include "daemons/supervisor/supervisor.h"
#include "mmps/base/shown_text.h"
#include "rts/node/endpoint.h"
#include "rts/node/log.h"
#include "rts/node/node.h"
#include "rts/node/processes.h"
#include "rts/node/settings_files.h"

int mentat_main(int argc, char** argv);

namespace {

using mentat::node::settings;
using mentat::program::seat;

// What a process that the supervisor has forked does. `places`: processes of this host in which
// calls are executed.
int run_member(const settings& chosen, unsigned places,
               const std::vector<mentat::loader::taking_part>& hosts, mentat::node::member self) {
  using mentat::node::role;
  if (!chosen.shared_memory) mentat::node::use_network_within_host(self);
  if (self.role == role::instantiation_manager)
    return mentat::loader::run_instantiation_manager(std::move(self), chosen, places, hosts);
  if (self.role == role::token_matching_unit)
    return mentat::loader::run_token_matching_unit(std::move(self), chosen);
  return mentat::node::run_worker(chosen, std::move(self));
}

// `with`: null in mode processes.
mentat::supervisor::session_options options_of(const settings& chosen, unsigned places,
                                               seat* with) {
  mentat::supervisor::session_options options;
  options.workers = chosen.processes - 1;
  options.objects = chosen.im.isolation ? chosen.object_processes : 0;
  auto hosts = with ? with->hosts : std::vector<mentat::loader::taking_part>{};
  options.process_main = [&chosen, places, hosts = std::move(hosts)](mentat::node::member self) {
    return run_member(chosen, places, hosts, std::move(self));
  };
  if (!with) return options;
  options.host = with->begun.host;
  options.incarnation = with->begun.incarnation;
  options.network = with->network();
  options.to_hosts = mentat::supervisor::uplink(std::move(with->to_daemon), with->begun.host);
  return options;
}

int run_processes(const settings& chosen, seat* with, const std::function<int()>& program) {
  const unsigned places = mentat::node::executing_processes(chosen);
  const unsigned other_hosts = with && with->begun.hosts > 1 ? with->begun.hosts - 1 : 0;
  try {
    auto session = mentat::supervisor::start_session(options_of(chosen, places, with));
    if (!chosen.shared_memory) mentat::node::use_network_within_host(session.driver);
    const int status = mentat::node::run_driver(chosen, session.driver, chosen.processes - 1,
                                                other_hosts, program);
    mentat::supervisor::end_session(session);
    return status;
  } catch (const std::exception& error) {
    mentat::node::log_error(std::string("the processes of the program cannot be started: ") +
                            error.what());
    return 125;
  }
}

int run_cluster(const settings& chosen, const std::function<int()>& program) {
  auto taken =
      mentat::program::take_seat(chosen.address, mentat::node::settings_for_branches(chosen));
  if (!taken) {
    mentat::node::log_error(taken.error());
    return 125;
  }
  return run_processes(chosen, &*taken, program);
}

// On another host than the driver's; there is no main to call.
int run_branch() {
  try {
    auto taken = mentat::program::take_branch_seat();
    auto chosen = taken ? mentat::node::read_settings_for_branch(taken->settings())
                        : tl::unexpected(taken.error());
    if (!chosen) {
      mentat::node::log_error(chosen.error());
      return 125;
    }
    mentat::node::start_log(chosen->log);
    const unsigned places = chosen->processes - 1;
    if (chosen->workers == 0) chosen->workers = std::max(1u, taken->begun.cores / places);
    auto options = options_of(*chosen, places, &*taken);
    options.driver = mentat::mmps::mmps_name::of_process(taken->begun.driver_host,
                                                         taken->begun.driver_incarnation, 0, 1);
    return mentat::supervisor::run_branch(std::move(options));
  } catch (const std::exception& error) {
    mentat::node::log_error(
        std::string("the processes of the program cannot be started on this host: ") +
        error.what());
    return 125;
  }
}

}  // namespace

// Arguments and results of some megabytes come and go with each call: their memory is kept for the
// next ones, because fresh pages cost more than copying. GLIBC_TUNABLES and MALLOC_* of the
// environment have the last word.
static void keep_memory() {
  constexpr int from_the_system = 32 << 20;  // bytes; larger blocks are mapped and given back, each
  constexpr int kept = 64 << 20;             // bytes of free memory, of each arena
  for (const char* name : {"GLIBC_TUNABLES", "MALLOC_MMAP_THRESHOLD_", "MALLOC_TRIM_THRESHOLD_"})
    if (std::getenv(name)) return;
  mallopt(M_MMAP_THRESHOLD, from_the_system);
  mallopt(M_TRIM_THRESHOLD, kept);
}

int main(int argc, char** argv, char** environment) {
  keep_memory();
  if (const char* branch = std::getenv("MENTAT_BRANCH"); branch && std::strcmp(branch, "3") == 0)
    return run_branch();
  std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  std::vector<std::string> variables;
  for (char** at = environment; at && *at; ++at) variables.emplace_back(*at);
  const auto files =
      mentat::node::read_settings_files(mentat::node::settings_file_paths(variables));
  const auto chosen = files ? mentat::node::read_settings(arguments, variables, *files)
                            : tl::unexpected(files.error());
  if (!chosen) {
    std::fprintf(stderr, "mentat: error: %s\n", mentat::base::shown(chosen.error()).c_str());
    return 2;
  }
  mentat::node::start_log(chosen->log);

  std::string name = argc > 0 ? argv[0] : "";
  std::vector<char*> left{name.data()};
  for (std::string& argument : arguments) left.push_back(argument.data());
  left.push_back(nullptr);
  const auto program = [&] { return mentat_main(static_cast<int>(left.size()) - 1, left.data()); };
  switch (chosen->mode) {
    case mentat::node::mode::processes:
      return run_processes(*chosen, nullptr, program);
    case mentat::node::mode::cluster:
      return run_cluster(*chosen, program);
    default:
      return mentat::node::run_program(*chosen, program);
  }
}
