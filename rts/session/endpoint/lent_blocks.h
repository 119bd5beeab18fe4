// Blocks that a message lends: those with which it arrived, and the choice between their ways to a
// process of this host, as records of its ring or copied into one body. Thread-safety: pure
// functions.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "mmps/base/blocks_apart.h"
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

// Of a message that is kept or sent on: it shares the blocks with which it arrived.
[[nodiscard]] inline std::vector<borrowed_bytes> lend(std::span<const base::block_apart> arrived) {
  std::vector<borrowed_bytes> lent;
  lent.reserve(arrived.size());
  for (const base::block_apart& one : arrived)
    lent.push_back({one.at, std::const_pointer_cast<std::byte[]>(one.bytes), one.size, true});
  return lent;
}

}  // namespace mentat::node
