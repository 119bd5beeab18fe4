#include "rts/session/session_process.h"

#include <algorithm>
#include <utility>

#include "mmps/machine/usable_resources.h"
#include "rts/config/log.h"
#include "rts/executor/recording_executor.h"
#include "rts/session/node.h"

namespace mentat::node {
namespace {

executor::options completed(executor::options chosen, const mmps::mmps_name& self,
                            exchange& others) {
  chosen.explain_waits = [&others] { return others.explain_waits(); };
  chosen.self = self;
  chosen.outside = &others;
  return chosen;
}

}  // namespace

bool driver_executes(const settings& chosen) {
  return chosen.driver_executes && chosen.placement != exchange_placement::elsewhere;
}

unsigned computing_processes(const settings& chosen) {
  return chosen.processes - (driver_executes(chosen) ? 0 : 1);
}

unsigned workers_of(const settings& chosen) {
  return chosen.workers ? chosen.workers
                        : std::max(1u, machine::usable_cores() / computing_processes(chosen));
}

session_process::options session_process::options_of(const settings& chosen, const member& self) {
  const bool is_driver = self.role == role::driver;
  const bool has_one_object = self.role == role::object;
  options all;
  all.others = {
      .self = self.self,
      .is_driver = is_driver,
      .driver = self.driver,
      .ends_with_objects = has_one_object,
      .placement = chosen.placement,
      .sends_all = is_driver && !driver_executes(chosen),
      .only_far = chosen.mode == mode::cluster && chosen.placement == exchange_placement::elsewhere,
      .checks_copies = chosen.check_replicas_every != 0};
  all.runs.workers = workers_of(chosen);
  if (has_one_object) all.runs.workers = 1;
  if (all.others.sends_all && chosen.workers == 0) all.runs.workers = 1;  // main's
  if (self.role == role::worker) {
    const double places = chosen.im.threshold * all.runs.workers;
    all.others.places = static_cast<std::uint32_t>(std::clamp(places, 1.0, 1e6));
    all.others.workers = all.runs.workers;
  }
  all.runs.max_searching = std::max(1u, machine::usable_cores() / chosen.processes);
  all.runs.pins_main = is_driver && chosen.pins_main;
  all.runs.limits = chosen.limits;
  all.runs.check_replicas_every = chosen.check_replicas_every;
  all.runs.host = host_name();
  all.runs.warn = &log_warning;
  return all;
}

session_process::session_process(const member& self, endpoint_options reached,
                                 const options& chosen)
    : reached_(self, std::move(reached)),
      others_(chosen.others, reached_),
      runs_(make_executor(completed(chosen.runs, self.self, others_))) {
  others_.serve(*runs_);
}

void session_process::note_up(const mmps::mmps_name& process, std::int32_t number, role what,
                              const std::string& address) {
  reached_.announce(process, number);
  others_.note_up(process, what, address);
}

void session_process::run(const std::function<void()>& program) {
  runs_->run(program);
  others_.retire();
}

void session_process::run_until_end() {
  runs_->run([this] { others_.wait_for_end(); });
  others_.retire();
  others_.say_ended();
}

}  // namespace mentat::node
