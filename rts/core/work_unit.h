// A work unit [TOCS96 3.2.4]: the arguments of one call, matched and complete, on their way into
// the member function. A view: the computation instance outlives it. Thread-safety: none; it
// belongs to the fiber that executes the call.
#pragma once

#include <cstdint>

#include "rts/core/computation_instance.h"
#include "rts/core/scheduler.h"

namespace mentat {

class work_unit {
 public:
  work_unit(computation_instance& instance, scheduler& runs_on, bool round_trip = false)
      : instance_(instance), scheduler_(runs_on), round_trip_(round_trip) {}

  [[nodiscard]] std::uint32_t function() const { return instance_.function(); }
  [[nodiscard]] std::uint32_t function__() const { return function(); }  // for emitted text
  [[nodiscard]] computation_instance& instance() const { return instance_; }
  [[nodiscard]] scheduler& runs_on() const { return scheduler_; }
  // Whether to encode and decode results, to test that this works.
  [[nodiscard]] bool round_trip() const { return round_trip_; }

 private:
  computation_instance& instance_;
  scheduler& scheduler_;
  bool round_trip_;
};

}  // namespace mentat
