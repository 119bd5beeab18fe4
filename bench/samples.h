// The protocol by which a measured program passes figures to the driver (bench/rounds.h): lines on
// standard output, one a sample,
//   sample<TAB>ROW<TAB>UNIT<TAB>VALUE
// Other output is ignored. A program that cannot run on this machine prints the reason in its last
// line on standard error and exits with `cannot_run`: it is skipped.
#pragma once

#include <chrono>
#include <cstdio>
#include <string>

namespace mentat::bench {

inline constexpr int cannot_run = 77;

inline double now_us() {
  return std::chrono::duration<double, std::micro>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

inline void give_sample(const std::string& row, double value, const char* unit = "us") {
  std::printf("sample\t%s\t%s\t%.9g\n", row.c_str(), unit, value);
}

}  // namespace mentat::bench
