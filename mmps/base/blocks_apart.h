// The large values of a message that are not among its bytes, for a message that is kept or sent
// on: each stays in a block of memory that nobody changes. Thread-safety: a value. Ownership: they
// share the blocks.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace mentat::base {

struct block_apart {
  std::size_t at;  // it belongs behind so many bytes of the message
  std::shared_ptr<const std::byte[]> bytes;
  std::size_t size;
};

using blocks_apart = std::vector<block_apart>;  // from the first to the last

[[nodiscard]] inline std::size_t size_of(const blocks_apart& all) {
  std::size_t size = 0;
  for (const block_apart& one : all) size += one.size;
  return size;
}

}  // namespace mentat::base
