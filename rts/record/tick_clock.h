// The clock of a recording: the time-stamp counter of the processor where it runs evenly on all
// cores, else the system's clock in nanoseconds.
#pragma once

#include <time.h>

#include <cstdint>
#include <fstream>
#include <string>

#include "mmps/machine/processor.h"

namespace mentat::record {

enum class tick_source : std::uint8_t { counter, system };

inline std::uint64_t nanoseconds_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(now.tv_nsec);
}

inline std::uint64_t ticks_of(tick_source from) {
  if (machine::has_time_stamp && from == tick_source::counter) return machine::time_stamp();
  return nanoseconds_of(CLOCK_MONOTONIC);
}

// Which one this machine has.
inline tick_source best_tick_source() {
#if defined(__x86_64__)
  std::ifstream about("/proc/cpuinfo");
  for (std::string line; std::getline(about, line);)
    if (line.starts_with("flags"))
      return line.find(" constant_tsc") != std::string::npos &&
                     line.find(" nonstop_tsc") != std::string::npos
                 ? tick_source::counter
                 : tick_source::system;
  return tick_source::system;
#else
  return machine::has_time_stamp ? tick_source::counter : tick_source::system;
#endif
}

}  // namespace mentat::record
