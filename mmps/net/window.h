// The limits of unacknowledged messages on the way to one process.
#pragma once

#include <cstddef>

namespace mentat::mmps::net {

inline constexpr std::size_t window_messages = 2048;
inline constexpr std::size_t window_bytes = std::size_t{16} << 20;

}  // namespace mentat::mmps::net
