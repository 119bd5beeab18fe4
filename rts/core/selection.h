// A member function that stands in an mselect, and what ended its wait. Lives on the stack of the
// fiber that waits. Thread-safety: only the owner of the object uses it, but `time_is_over` and
// `what` may be set and read by any thread.
#pragma once

#include <atomic>
#include <optional>

#include "rts/core/predicate_manager.h"

namespace mentat {

struct selection {
  explicit selection(const predicate_manager& by) : predicate(by) {}

  const predicate_manager& predicate;
  std::optional<predicate_manager::accepted> found;  // empty: time is over, or the object ends
  std::atomic<bool> time_is_over{false};
};

}  // namespace mentat
