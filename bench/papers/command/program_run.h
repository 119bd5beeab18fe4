// One run of a program of bench/papers/now, as a process of its own. Not thread-safe.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mentat::bench::papers {

struct program_result {
  double seconds = 0;
  long long value = 0, count = 0;
  // What all processes of the program have sent, from its start to its end; none in one process.
  std::optional<std::uint64_t> messages{}, bytes{};
};

// How the program is to run: the mode and its processes or workers.
struct places {
  std::string mode = "processes";  // or threads
  unsigned processes = 1;          // that work; the driver is one more
  // In mode processes: every object has one more. Who polls an object of its own process would keep
  // the process from taking the calls of others.
  bool apart = false;
};

// Runs a program of the folder beside this one, quietly, and reads the line that it prints: seconds
// and two numbers. Empty: it failed; what it wrote is on standard error.
std::optional<program_result> run_program(const std::string& name,
                                          const std::vector<std::string>& arguments,
                                          const places& where,
                                          const std::map<std::string, std::string>& environment);

// Its messages and bytes, taken out of what processes write with the setting `stats`.
void take_traffic(std::string& errors, program_result& into);

}  // namespace mentat::bench::papers
