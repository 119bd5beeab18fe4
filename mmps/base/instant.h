// A point in time for the pure machines: whole nanoseconds since a beginning that all machines of
// one process share. Each step passes one in; only the clock of a node, or the simulator, makes
// them. A value.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace mentat::base {

using duration = std::int64_t;  // nanoseconds

inline constexpr duration microsecond = 1'000;
inline constexpr duration millisecond = 1'000'000;
inline constexpr duration second = 1'000'000'000;

struct instant {
  std::int64_t ns = 0;

  static constexpr instant never() { return {std::numeric_limits<std::int64_t>::max()}; }

  friend constexpr auto operator<=>(const instant&, const instant&) = default;
  friend constexpr instant operator+(instant at, duration later) { return {at.ns + later}; }
  friend constexpr duration operator-(instant later, instant earlier) {
    return later.ns - earlier.ns;
  }
};

}  // namespace mentat::base
