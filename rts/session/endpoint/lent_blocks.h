// The choice between the ways of lent blocks to a process of this host: as records of its ring, or
// copied into one body.
#pragma once

#include <cstddef>
#include <vector>

#include "mmps/base/byte_buffer.h"
#include "rts/api/borrowed_bytes.h"
#include "rts/api/large_pages.h"

namespace mentat::node {

// Below this size a copy costs less than a record for each block.
inline constexpr std::size_t least_mean_block = std::size_t{512} << 10;  // bytes

// False: they are better copied into one body. REQUIRES: there is at least one.
[[nodiscard]] inline bool are_worth_records(const std::vector<borrowed_bytes>& lent) {
  return size_of(lent) / lent.size() >= least_mean_block;
}

[[nodiscard]] inline base::byte_buffer in_one(const base::byte_buffer& body,
                                              const std::vector<borrowed_bytes>& lent) {
  base::byte_buffer whole;
  whole.reserve(body.size() + size_of(lent));
  prefer_large_pages(whole.data(), whole.capacity());
  std::size_t done = 0;
  for (const borrowed_bytes& one : lent) {
    whole.append(body.data() + done, one.at - done);
    whole.append(one.storage.get(), one.size);
    done = one.at;
  }
  whole.append(body.data() + done, body.size() - done);
  return whole;
}

}  // namespace mentat::node
