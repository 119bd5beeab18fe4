#include "bench/in_processes.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>

#include "bench/rows.h"

namespace mentat::bench {

int begin(int argc, char** argv, comparison& of) {
  CLI::App line(of.description, of.name);
  line.add_option("--json", of.json, "also write the figures to this file");
  line.add_option("--rounds", of.rounds, "samples of each row, taken in turn")
      ->check(CLI::Range(1, 1000));
  line.add_option("--times", of.times, "calls of a sample")->check(CLI::Range(100, 10'000'000));
  try {
    line.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return line.exit(e) == 0 ? 0 : 2;
  }
  if (mode_of_this_process() == "processes") return -1;
  setenv("MENTAT_MODE", "processes", 1);
  for (const auto& [name, value] : of.environment) setenv(name, value, 0);
  execv("/proc/self/exe", argv);
  std::perror(of.name);
  return 2;
}

}  // namespace mentat::bench
