// Searches for the seeds that find the bugs that were put into the product, and prints the table of
// docs/simulator.md.
//   find_seeded_bugs [NAME|all] [SEEDS] [FIRST] [PROGRAM] [FAULTS]
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/sim/world/seeded_bugs.h"

int main(int count, char** words) {
  using namespace mentat::sim;
  const std::string wanted = count > 1 ? words[1] : "all";
  const std::uint64_t seeds = count > 2 ? std::strtoull(words[2], nullptr, 10) : 2'000;
  const std::uint64_t first = count > 3 ? std::strtoull(words[3], nullptr, 10) : 1;
  const std::string program = count > 4 ? words[4] : "", faults = count > 5 ? words[5] : "";
  std::printf("| bug | rule that it breaks | seed | faults | hosts | program | found as |\n");
  std::printf("|---|---|---|---|---|---|---|\n");
  std::fflush(stdout);  // or each trial, a process of its own, prints it again
  bool all_found = true;
  for (const known_bug& one : all_bugs()) {
    if (wanted != "all" && wanted != one.name) continue;
    const auto found = find(one, first, seeds, program, faults);
    all_found = all_found && found;
    if (!found) {
      std::printf("| `%s` | %s | not found | | | | |\n", one.name, one.rule);
    } else {
      const std::string why = found->why.substr(0, found->why.find('\n'));
      std::printf("| `%s` | %s | %llu | %s | %u | `%s` | %s |\n", one.name, one.rule,
                  static_cast<unsigned long long>(found->by.seed), found->by.faults,
                  found->by.hosts, found->by.program, why.c_str());
    }
    std::fflush(stdout);
  }
  return all_found ? 0 : 1;
}
