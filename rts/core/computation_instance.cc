#include "rts/core/computation_instance.h"

#include <utility>

namespace mentat {

void computation_instance::abandon_if_last() {
  if (future.now() != future::state::open) return;  // answered: no message is needed
  if (sender* by = sent_by(); by && held_twice()) by->abandon(*this);
}

// Releases a chain of elaborations in a loop: recursion could overflow the stack.
computation_instance::~computation_instance() {
  computation_instance* at = std::exchange(forward_, nullptr);
  while (at) {
    if (at->arcs_handed_on_.load(std::memory_order_relaxed)) at->abandon_if_last();
    if (at->references_.fetch_sub(1, std::memory_order_acq_rel) != 1) break;
    computation_instance* after = std::exchange(at->forward_, nullptr);
    delete at;
    at = after;
  }
  if (scope_) [[unlikely]]
    scope_->release();
}

}  // namespace mentat
