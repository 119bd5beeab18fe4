// How a benchmark begins that compares processes of Mentat with the same by hand, all in one run:
// it reads its command line and starts itself anew in the mode that is measured.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace mentat::bench {

struct comparison {
  const char *name, *description;
  std::size_t times;                                             // calls of a sample
  std::vector<std::pair<const char*, const char*>> environment;  // that is not there yet
  int rounds = 11;
  std::string json{};  // empty: no file
};

// Fills in what the command line says. -1: this process is in mode processes, go on; else the exit
// status.
int begin(int argc, char** argv, comparison& of);

}  // namespace mentat::bench
