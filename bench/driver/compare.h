// Compares a run with a recorded one. A fault is a missing row, a figure that is not a number, or a
// ratio more than twice as high. Times are never compared, because machines differ. Ratios are
// compared only if both sides wait in the same way, because a busy machine wakes sleepers sooner
// and yields less; other ratios measure the machine. Minima are compared, because disturbances only
// ever slow a measurement.
#pragma once

#include <string>
#include <vector>

#include "bench/driver/workload.h"

namespace mentat::bench {

struct fault {
  std::string bench;  // the workload to measure again
  std::string text;
};

std::vector<fault> compare(const figures& now, const figures& recorded);

// Merges a repeated measurement: takes the smaller minimum of each row, adds missing rows, and
// replaces figures that are not numbers.
void merge(figures& into, const figures& again);

}  // namespace mentat::bench
