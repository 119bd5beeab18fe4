// Runs seeds of the simulated session of hosts, and prints the failing ones with the reason.
//
//   main FAULTS HOSTS FIRST_SEED SEEDS
//
// FAULTS: none, all, or some of messages,cuts,deaths,leaves,pauses,clocks,founder. A single seed
// prints the logs of the daemons.
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "tests/sim/hosts/hosts_world.h"

int main(int count, char** words) {
  using namespace mentat::sim;
  if (count != 5) {
    std::fprintf(stderr, "main FAULTS HOSTS FIRST_SEED SEEDS\n");
    return 2;
  }
  const auto hosts = static_cast<std::uint32_t>(std::strtoul(words[2], nullptr, 10));
  const std::uint64_t first = std::strtoull(words[3], nullptr, 10);
  const std::uint64_t seeds = std::strtoull(words[4], nullptr, 10);
  try {
    static_cast<void>(hosts_options_of(first, hosts, words[1]));
  } catch (const std::invalid_argument& wrong) {
    std::fprintf(stderr, "main: %s\n", wrong.what());
    return 2;
  }
  hosts_outcome all;
  std::uint64_t failed = 0;
  for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
    hosts_world world(hosts_options_of(seed, hosts, words[1]));
    if (seeds == 1)
      world.observe = [](const std::string& line) { std::printf("%s\n", line.c_str()); };
    const hosts_outcome one = world.run();
    all.messages += one.messages;
    all.programs_begun += one.programs_begun;
    all.news += one.news;
    all.daemons_started += one.daemons_started;
    all.came_back += one.came_back;
    if (one.trouble.empty()) continue;
    ++failed;
    std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed), one.trouble.c_str());
  }
  std::printf(
      "%llu seeds, %llu failed; %llu messages, %llu programs, %llu news, %llu daemons, %llu came "
      "back\n",
      static_cast<unsigned long long>(seeds), static_cast<unsigned long long>(failed),
      static_cast<unsigned long long>(all.messages),
      static_cast<unsigned long long>(all.programs_begun),
      static_cast<unsigned long long>(all.news),
      static_cast<unsigned long long>(all.daemons_started),
      static_cast<unsigned long long>(all.came_back));
  return failed != 0;
}
