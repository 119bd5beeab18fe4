// Allocates the parts of calls (computation instances, entries of RV_TABLEs) from the pool of
// small blocks. Thread-safety: as block_pool. Errors: limit_error when limits.memory would be
// exceeded.
#pragma once

#include <cstddef>

#include "mmps/base/block_pool.h"

namespace mentat {

namespace detail {
void* take_new_block(std::size_t size);  // when this thread's cache is empty
}  // namespace detail

inline void* take_block(std::size_t size) {
  if (void* const block = base::block_pool::take_cached(size)) [[likely]]
    return block;
  return detail::take_new_block(size);
}
inline void give_back_block(void* block, std::size_t size) noexcept {
  base::block_pool::give_back(block, size);
}

}  // namespace mentat
