// The clock of a process: steady, in nanoseconds. Thread-safety: any thread.
#pragma once

#include <time.h>

#include <chrono>

#include "mmps/base/instant.h"

namespace mentat::node {

inline base::instant steady_now() {
  return {std::chrono::duration_cast<std::chrono::nanoseconds>(
              std::chrono::steady_clock::now().time_since_epoch())
              .count()};
}

// The same clock, some milliseconds coarse; a few nanoseconds.
inline base::instant coarse_now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return {now.tv_sec * base::second + now.tv_nsec};
}

}  // namespace mentat::node
