// Has anything become worse than in a recorded run? Three questions: is a row gone, is a figure no
// number, and is a ratio more than twice as high. Times are never compared, machines differ; and of
// the ratios only those whose two sides wait in the same way, because a busy machine wakes sleepers
// sooner and yields less: others say more about the machine than about us. The smallest times
// count: what disturbs a measurement only ever makes it slower.
#pragma once

#include <string>
#include <vector>

#include "bench/driver/workload.h"

namespace mentat::bench {

struct fault {
  std::string bench;  // the workload that would have to be measured again
  std::string text;
};

std::vector<fault> compare(const figures& now, const figures& recorded);

// What was measured again into what there was: of each row the smaller minimum, rows that were
// missing, numbers in the place of what was none.
void merge(figures& into, const figures& again);

}  // namespace mentat::bench
