// The program behind `mentat sim`: runs seeds, prints what failed, how fast it was, and which rare
// paths were taken.
#include <chrono>
#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/sim/run.h"

namespace {

using namespace mentat;

struct request {
  sim::options chosen;
  std::uint64_t seed = 1;
  std::uint64_t seeds = 1;
  std::string mutant;
  std::uint32_t hosts = 0;
  bool trace = false;
  bool json = false;
};

int show_trace(const request& asked) {
  sim::options chosen = asked.chosen;
  chosen.trace_lines = 1'000'000;
  const sim::verdict came = sim::run_seed(asked.seed, chosen);
  std::printf("%s\n", came.mix.c_str());
  for (const std::string& line : came.trace) std::printf("%s\n", line.c_str());
  std::printf("hash %016llx, %.3f s of virtual time: %s\n",
              static_cast<unsigned long long>(came.hash),
              static_cast<double>(came.virtual_end.ns) / 1e9,
              came.failure.empty() ? "all is well" : came.failure.c_str());
  return came.failure.empty() ? 0 : 1;
}

nlohmann::ordered_json as_json(const request& asked, const sim::sweep_result& all, double seconds) {
  nlohmann::ordered_json shown;
  shown["first_seed"] = asked.seed;
  shown["seeds"] = all.seeds;
  shown["mutant"] = asked.mutant;
  shown["failed"] = all.failed;
  shown["differing"] = all.differing;
  shown["seconds"] = seconds;
  shown["seeds_per_second"] = static_cast<double>(all.seeds) / seconds;
  for (std::size_t i = 0; i < sim::probe_count; ++i)
    shown["probes"][sim::probe_names[i]] = all.probes.values[i];
  for (const sim::verdict& each : all.failures)
    shown["failures"].push_back({{"seed", each.seed}, {"failure", each.failure}});
  return shown;
}

void print(const request& asked, const sim::sweep_result& all, double seconds) {
  for (const sim::verdict& each : all.failures)
    std::fputs(sim::report(each, asked.chosen).c_str(), stdout);
  for (std::size_t i = 0; i < sim::probe_count; ++i)
    std::printf("  %-24s %llu\n", sim::probe_names[i],
                static_cast<unsigned long long>(all.probes.values[i]));
  std::printf(
      "%llu seeds from %llu on: %llu failed, %llu differed when run again; %.2f s, %.0f "
      "seeds a second\n",
      static_cast<unsigned long long>(all.seeds), static_cast<unsigned long long>(asked.seed),
      static_cast<unsigned long long>(all.failed), static_cast<unsigned long long>(all.differing),
      seconds, static_cast<double>(all.seeds) / seconds);
}

}  // namespace

int main(int argc, char** argv) {
  request asked;
  CLI::App line{"Runs a whole cluster in one process, from a seed, with faults", "mentat sim"};
  line.add_option("--seed", asked.seed, "The first seed");
  line.add_option("--seeds", asked.seeds, "How many")->check(CLI::Range(1ull, 1'000'000'000ull));
  line.add_option("--hosts", asked.hosts, "Hosts; else each seed chooses")
      ->check(CLI::Range(1, 10'000));
  line.add_option("--mutant", asked.mutant, "Break this rule of custody");
  line.add_flag("--calm", asked.chosen.calm, "No faults, and a graph of 50 calls: for speed");
  line.add_flag("--trace", asked.trace, "Print everything that happens with the first seed");
  line.add_flag("--json", asked.json, "Print JSON");
  CLI11_PARSE(line, argc, argv);
  if (asked.hosts != 0) asked.chosen.hosts = asked.hosts;
  if (!asked.mutant.empty()) {
    const auto broken = sim::mutant_named(asked.mutant);
    if (!broken) {
      std::fprintf(stderr, "mentat sim: there is no mutant '%s'; there are", asked.mutant.c_str());
      for (const auto& each : sim::all_mutants)
        std::fprintf(stderr, " %.*s", static_cast<int>(each.name.size()), each.name.data());
      std::fputs("\n", stderr);
      return 2;
    }
    asked.chosen.broken = *broken;
  }
  if (asked.trace) return show_trace(asked);
  const auto begun = std::chrono::steady_clock::now();
  const sim::sweep_result all = sim::sweep(asked.seed, asked.seeds, asked.chosen);
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begun;
  if (asked.json)
    std::printf("%s\n", as_json(asked, all, passed.count()).dump(2).c_str());
  else
    print(asked, all, passed.count());
  return all.failed == 0 && all.differing == 0 ? 0 : 1;
}
