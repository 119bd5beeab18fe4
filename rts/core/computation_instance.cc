#include "rts/core/computation_instance.h"

#include <string>
#include <utility>

#include "mmps/base/block_pool.h"
#include "rts/core/errors.h"

namespace mentat {

// A chain of elaborations is let go of in a loop: it may be longer than a stack is deep.
computation_instance::~computation_instance() {
  computation_instance* at = std::exchange(forward_, nullptr);
  while (at && at->references_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    computation_instance* after = std::exchange(at->forward_, nullptr);
    delete at;
    at = after;
  }
}

void* computation_instance::operator new(std::size_t size) {
  try {
    return base::block_pool::take(size);
  } catch (const base::pool_exhausted& full) {
    throw limit_error({}, "limits.memory",
                      "the calls that are outstanding need more than " + std::to_string(full.limit >> 20) +
                          " MiB; wait for results earlier, or raise it, for example MENTAT_LIMITS__MEMORY=" +
                          std::to_string(full.limit >> 19) + "MiB");
  }
}
void computation_instance::operator delete(void* block, std::size_t size) noexcept {
  base::block_pool::give_back(block, size);
}

}  // namespace mentat
