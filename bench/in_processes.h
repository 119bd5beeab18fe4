// The start of a benchmark that compares processes of Mentat with the same by hand in one run: it
// reads the command line and re-executes itself in the measured mode.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace mentat::bench {

struct comparison {
  const char *name, *description;
  std::size_t times;                                             // calls of a sample
  std::vector<std::pair<const char*, const char*>> environment;  // set unless present
  int rounds = 11;
  std::string json{};  // empty: no file
};

// Applies the command line. Returns -1 if this process is in mode processes and shall go on, else
// the exit status.
int begin(int argc, char** argv, comparison& of);

}  // namespace mentat::bench
