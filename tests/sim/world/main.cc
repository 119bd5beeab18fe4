// Runs seeds of one program in the simulated world, and prints each that fails.
//   main PROGRAM [HOSTS] [FIRST SEED] [SEEDS] [FAULTS] [TRACE]
// FAULTS: a named set, or a file. TRACE: the file for the events of the last seed, as that of
// mentat sim --trace.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>
#include <vector>

#include "daemons/sim/scenario.h"
#include "daemons/sim/trace_file.h"
#include "tests/sim/programs/programs.h"

int main(int count, char** words) {
  using namespace mentat::sim;
  const auto word = [&](int i, const char* usual) {
    return std::string(i < count ? words[i] : usual);
  };
  const std::string name = word(1, "delayed_sums"), faults = word(5, "none"),
                    trace_path = word(6, "");
  const auto hosts = static_cast<std::uint32_t>(std::atoi(word(2, "1").c_str()));
  const std::uint64_t first = std::strtoull(word(3, "1").c_str(), nullptr, 10);
  const std::uint64_t seeds = std::strtoull(word(4, "1").c_str(), nullptr, 10);
  int failed = 0;
  std::uint64_t events = 0, threw = 0, left_behind = 0, drained = 0;
  const auto begin = std::chrono::steady_clock::now();
  std::vector<named_program> programs(std::begin(all_programs), std::end(all_programs));
  if (name != "all")
    programs.insert(programs.end(), std::begin(deadlocked_programs), std::end(deadlocked_programs));
  if (name != "all")
    programs.insert(programs.end(), std::begin(large_programs), std::end(large_programs));
  for (const named_program& program : programs) {
    if (name != "all" && name != program.name) continue;
    const std::string expected = serial_answer(program.run);
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
      scenario chosen = scenario_of(seed, hosts, faults);
      trace_file trace;
      if (!trace_path.empty())
        chosen.options.observe = [&](const world_event& event) { trace.take(event); };
      if (seeds == 1) std::fprintf(stderr, "%s: %s\n", program.name, chosen.text.c_str());
      const world_outcome result = world(chosen.options).run(program.run);
      if (!trace_path.empty() && !trace.write(trace_path))
        std::fprintf(stderr, "cannot write %s\n", trace_path.c_str());
      events += result.events;
      threw += result.threw;
      drained += result.drained_in.has_value();
      left_behind += result.left_behind != 0;
      const std::string why = verdict(result, expected);
      if (seeds == 1)
        std::fprintf(stderr, "%s\ntrace %016llx, %llu events, %.6f s, died: %s\n",
                     result.answer.c_str(), static_cast<unsigned long long>(result.trace),
                     static_cast<unsigned long long>(result.events),
                     static_cast<double>(result.end.ns) / 1e9, result.died.c_str());
      if (why.empty()) continue;
      ++failed;
      std::printf("%s, hosts %u, seed %llu, %s: %s\n", program.name, hosts,
                  static_cast<unsigned long long>(seed), chosen.text.c_str(), why.c_str());
    }
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  std::printf(
      "%llu seeds, %d failed, %llu answered with an error, %llu left workers behind that did not "
      "end by themselves, %llu drained hosts left before their time, %llu events, %.2f s\n",
      static_cast<unsigned long long>(seeds), failed, static_cast<unsigned long long>(threw),
      static_cast<unsigned long long>(left_behind), static_cast<unsigned long long>(drained),
      static_cast<unsigned long long>(events), took.count());
  return failed == 0 ? 0 : 1;
}
