// How the peers of `./mentat bench space` measure and print, as bench/space.mpl.cc does.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>

namespace mentat::bench {

// The least time of one operation in five rounds, in microseconds.
template <class Operations>
double least(int operations, Operations&& run) {
  using clock = std::chrono::steady_clock;
  operations = std::max(1, operations);
  double best = std::numeric_limits<double>::max();
  for (int round = 0; round < 5; ++round) {
    const auto begin = clock::now();
    run(operations);
    const std::chrono::duration<double, std::micro> took = clock::now() - begin;
    best = std::min(best, took.count() / operations);
  }
  return best;
}

inline void print_row(const char* row, double us) {
  std::printf("%s\t%.4f\n", row, us);
  std::fflush(stdout);
}

// 1000 with --smoke. Ends the program with status 2 if there is another argument.
inline int divisor_of(int argc, char** argv) {
  if (argc == 1) return 1;
  if (argc == 2 && std::string(argv[1]) == "--smoke") return 1000;
  std::fprintf(stderr, "usage: %s [--smoke]\n", argv[0]);
  std::exit(2);
}

}  // namespace mentat::bench
