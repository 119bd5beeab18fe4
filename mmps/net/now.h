// What the network's threads share beside the class: its clock, and what may be on the way.
#pragma once

#include <chrono>
#include <cstddef>

#include "mmps/base/instant.h"

namespace mentat::mmps::net {

inline constexpr std::size_t window_messages = 2048;  // to one process, not acknowledged
inline constexpr std::size_t window_bytes = std::size_t{16} << 20;

inline base::instant now() {
  return {std::chrono::duration_cast<std::chrono::nanoseconds>(
              std::chrono::steady_clock::now().time_since_epoch())
              .count()};
}

}  // namespace mentat::mmps::net
