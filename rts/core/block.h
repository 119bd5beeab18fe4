// Memory of what every call needs (computation instances, entries of RV_TABLEs, waiters), from the
// pool of small blocks. Thread-safety: as block_pool. Errors: limit_error when limits.memory would
// be passed.
#pragma once

#include <cstddef>

namespace mentat {

void* take_block(std::size_t size);
void give_back_block(void* block, std::size_t size) noexcept;

}  // namespace mentat
