// The clock of a process: steady, in nanoseconds. Thread-safety: any thread.
#pragma once

#include <chrono>

#include "mmps/base/instant.h"

namespace mentat::node {

inline base::instant steady_now() {
  return {std::chrono::duration_cast<std::chrono::nanoseconds>(
              std::chrono::steady_clock::now().time_since_epoch())
              .count()};
}

}  // namespace mentat::node
