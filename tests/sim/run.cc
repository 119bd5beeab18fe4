#include "tests/sim/run.h"

#include "tests/sim/cluster.h"
#include "tests/sim/fault_mix.h"

namespace mentat::sim {
namespace {

constexpr std::uint64_t run_twice = 50;  // one in so many
constexpr std::size_t reported = 10;     // failures
constexpr std::size_t traced = 60;       // lines of a failure

std::string_view name_of(mutant which) {
  for (const mutant_description& each : all_mutants)
    if (each.which == which) return each.name;
  return {};
}

}  // namespace

verdict run_seed(std::uint64_t seed, const options& chosen) {
  const fault_mix mix =
      chosen.calm ? calm(chosen.hosts.value_or(4)) : choose_faults(seed, chosen.hosts);
  cluster simulated(seed, mix, chosen.broken, chosen.trace_lines);
  simulated.run();
  verdict came{seed,
               simulated.failure(),
               simulated.happened().hash(),
               simulated.now(),
               simulated.probes(),
               {},
               {}};
  if (!came.failure.empty() || chosen.trace_lines != 0) came.mix = text_of(mix);
  came.trace.assign(simulated.happened().lines().begin(), simulated.happened().lines().end());
  return came;
}

sweep_result sweep(std::uint64_t first, std::uint64_t seeds, const options& chosen,
                   bool until_failure) {
  sweep_result all;
  for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
    const verdict came = run_seed(seed, chosen);
    ++all.seeds;
    all.probes.add(came.probes);
    if (seed % run_twice == 0 && run_seed(seed, chosen).hash != came.hash) ++all.differing;
    if (came.failure.empty()) continue;
    ++all.failed;
    if (all.failures.size() < reported) {
      options with_trace = chosen;
      with_trace.trace_lines = traced;
      all.failures.push_back(run_seed(seed, with_trace));
    }
    if (until_failure) break;
  }
  return all;
}

std::string report(const verdict& failed, const options& chosen) {
  std::string text =
      "seed " + std::to_string(failed.seed) + ": " + failed.failure + "\n  " + failed.mix + "\n";
  for (const std::string& line : failed.trace) text += "  " + line + "\n";
  text += "  again: mentat sim --seed " + std::to_string(failed.seed);
  if (chosen.hosts) text += " --hosts " + std::to_string(*chosen.hosts);
  if (chosen.broken != mutant::none) text += " --mutant " + std::string(name_of(chosen.broken));
  return text + " --trace\n";
}

}  // namespace mentat::sim
