// A member function that waits in an mselect, and the end of its wait. Lives on the stack of the
// waiting fiber. Thread-safety: only the owner of the object uses it, but any thread may set and
// read `time_is_over`.
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
