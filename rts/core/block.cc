#include "rts/core/block.h"

#include <string>

#include "rts/core/errors.h"

namespace mentat {

void* detail::take_new_block(std::size_t size) {
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

}  // namespace mentat
