#include "daemons/sim/simulated_run.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "daemons/program/include/mentat/start_error.h"
#include "daemons/sim/blocking_watch.h"
#include "daemons/sim/scenario.h"
#include "daemons/sim/trace_file.h"
#include "daemons/sim/world.h"
#include "mmps/base/fixed_limits.h"
#include "mmps/base/shown_text.h"
#include "mmps/trust/trusted_path.h"
#include "rts/config/log.h"
#include "rts/core/errors.h"
#include "rts/session/node.h"

namespace mentat::sim {
namespace {

// The faults that may have made calls fail; empty: none.
std::string fault_of(const world_outcome& result) {
  if (!result.died.empty()) return result.died;
  if (result.disk_faults != 0) return "disks lost records, or were full";
  if (result.had_low_limits) return "a limit was low";
  return result.had_little_memory ? "token-matching units had 64 KiB of memory" : "";
}

std::string line_of(const scenario& was, const world_outcome& result,
                    const std::string& trace_error) {
  char numbers[160];
  std::snprintf(numbers, sizeof numbers, "\tseconds=%.6f\tevents=%llu\ttrace=%016llx",
                static_cast<double>(result.end.ns) / 1e9,
                static_cast<unsigned long long>(result.events),
                static_cast<unsigned long long>(result.trace));
  return "scenario=" + was.text + "\tended=" + (result.ended ? "yes" : "no") +
         "\tthrew=" + (result.threw ? base::shown(result.answer) : "") +
         "\tfault=" + base::shown(fault_of(result)) +
         "\terrors=" + std::to_string(remote_error::made()) +
         "\ttrouble=" + base::shown(result.trouble, std::size_t{64} << 10) +
         "\ttrace_error=" + base::shown(trace_error) + numbers + "\n";
}

// The same for a person at a terminal.
std::string sentence_of(const scenario& was, const world_outcome& result) {
  char numbers[120];
  std::snprintf(numbers, sizeof numbers, "%llu events in %.6f s of virtual time, trace %016llx",
                static_cast<unsigned long long>(result.events),
                static_cast<double>(result.end.ns) / 1e9,
                static_cast<unsigned long long>(result.trace));
  const std::string fault = fault_of(result);
  return "mentat: mode sim, seed " + std::to_string(was.options.seed) + ": " + was.text + "; " +
         numbers + (fault.empty() ? "" : "; " + base::shown(fault)) + "\n";
}

// Every run of this process so far, a line each.
class outcome_file {
 public:
  explicit outcome_file(const std::string& path) : path_(path) {}

  // Written at the beginning, so that the file exists if the program ends by exit().
  [[nodiscard]] mmps::trust::expected<void> begin(const scenario& was) const {
    if (path_.empty()) return {};
    return write(told() + "scenario=" + was.text + "\tended=no\n");
  }
  [[nodiscard]] mmps::trust::expected<void> end(const scenario& was, const world_outcome& result,
                                                const std::string& trace_error) const {
    told() += line_of(was, result, trace_error);
    if (!path_.empty()) return write(told());
    std::fputs(sentence_of(was, result).c_str(), stderr);
    return {};
  }

 private:
  static std::string& told() {
    static std::string all;
    return all;
  }
  [[nodiscard]] mmps::trust::expected<void> write(const std::string& text) const {
    const auto done = mmps::trust::write_file(path_, text);
    if (!done) return tl::unexpected("cannot write the outcome: " + done.error());
    return {};
  }

  const std::string& path_;
};

// Time and memory of a run grow faster than the square of that number.
void require_processes(std::uint64_t hosts, std::uint64_t processes) {
  if (hosts * processes <= fixed::sim_processes.value) return;
  throw start_error(2, "sim.hosts=" + std::to_string(hosts) +
                           " with processes=" + std::to_string(processes) + " are " +
                           std::to_string(hosts * processes) + " simulated processes, more than " +
                           std::to_string(fixed::sim_processes.value) + " (fixed.sim_processes)");
}

// Ends the process with the status of Mentat's own failures.
[[noreturn]] void give_up() {
  std::fflush(nullptr);
  _exit(125);
}

}  // namespace

int run_simulated(const node::settings& chosen, const std::function<int()>& program) {
  const auto faults = read_faults(chosen.sim.faults);
  if (!faults) throw start_error(2, faults.error());
  node::prepare(chosen);
  std::uint32_t workers = 0;
  for (const node::setting_origin& one : chosen.given)
    if (one.key == "processes") workers = chosen.processes - 1;
  require_processes(chosen.sim.hosts, workers + 1);
  scenario drawn = scenario_of(chosen.seed, chosen.sim.hosts, *faults, workers);
  const node::settings lowered = drawn.options.settings;
  node::settings& used = drawn.options.settings = chosen;
  used.tmu_memory = std::min(used.tmu_memory, lowered.tmu_memory);
  used.limits.fibers = std::min(used.limits.fibers, lowered.limits.fibers);
  used.limits.objects = std::min(used.limits.objects, lowered.limits.objects);
  used.limits.graph_depth = std::min(used.limits.graph_depth, lowered.limits.graph_depth);
  trace_file trace;
  if (!chosen.sim.trace.empty())
    drawn.options.observe = [&](const world_event& event) { trace.take(event); };
  const outcome_file outcome(chosen.sim.outcome);
  if (const auto begun = outcome.begin(drawn); !begun) throw start_error(2, begun.error());
  world_outcome result;
  {
    const blocking_watch watch;
    result = world(drawn.options).run([&] { return std::to_string(program()); });
  }
  node::log_left_out_warnings();
  std::string trace_error;
  if (!chosen.sim.trace.empty())
    if (const auto done = trace.write(chosen.sim.trace); !done) trace_error = done.error();
  if (!trace_error.empty()) node::log_error(trace_error);
  const auto written = outcome.end(drawn, result, trace_error);
  if (!written) node::log_error(written.error());
  node::write_profile_if_wanted(chosen);
  if (result.threw) {
    node::log_error("uncaught exception: " + result.answer);
    std::fflush(nullptr);
    std::abort();
  }
  if (!result.trouble.empty()) {
    node::log_error("mode sim: " + result.trouble.substr(0, result.trouble.find('\n')));
    give_up();
  }
  // A written outcome tells of the trace, and its reader compares the program's own status.
  if (!written || (!trace_error.empty() && chosen.sim.outcome.empty())) give_up();
  return std::atoi(result.answer.c_str());
}

}  // namespace mentat::sim
