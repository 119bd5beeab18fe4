#include "rts/core/block.h"

#include <string>

#include "mmps/base/block_pool.h"
#include "rts/core/errors.h"

namespace mentat {

namespace {

[[gnu::noinline]] void* take_new_block(std::size_t size) {
  try {
    return base::block_pool::take_new(size);
  } catch (const base::pool_exhausted& full) {
    throw limit_error(
        {}, "limits.memory",
        "the calls that are outstanding need more than " + std::to_string(full.limit >> 20) +
            " MiB; wait for results earlier, or raise it, for example MENTAT_LIMITS__MEMORY=" +
            std::to_string(full.limit >> 19) + "MiB");
  }
}

}  // namespace

void* take_block(std::size_t size) {
  if (void* const block = base::block_pool::take_cached(size)) [[likely]]
    return block;
  return take_new_block(size);
}

void give_back_block(void* block, std::size_t size) noexcept {
  base::block_pool::give_back(block, size);
}

}  // namespace mentat
