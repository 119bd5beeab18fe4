// The choice between the two ways of lent blocks into the ring of a process of this host.
#pragma once

#include <cstddef>
#include <vector>

#include "rts/api/borrowed_bytes.h"

namespace mentat::node {

// Below this size a copy costs less than a record for each block.
inline constexpr std::size_t least_mean_block = std::size_t{512} << 10;  // bytes

// False: they are better copied into one body. REQUIRES: there is at least one.
[[nodiscard]] inline bool are_worth_records(const std::vector<borrowed_bytes>& lent) {
  return size_of(lent) / lent.size() >= least_mean_block;
}

}  // namespace mentat::node
