// The load of a host: runnable work units per core, in thousandths, so that it is the same number
// on every machine and in every message. A value. Cost: none. [TOCS96 3.2.6]
#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace mentat::falcon {

struct load {
  std::uint32_t milli = 0;

  // REQUIRES: cores > 0. A load that does not fit is clamped to the maximum.
  static constexpr load of(std::uint64_t units, std::uint32_t cores) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
    if (units > most) return {static_cast<std::uint32_t>(most)};
    const std::uint64_t milli = units * 1000 / cores;
    return {static_cast<std::uint32_t>(milli < most ? milli : most)};
  }

  friend constexpr auto operator<=>(const load&, const load&) = default;
};

using host_id = std::uint32_t;

}  // namespace mentat::falcon
