// The applications of [DSM92 5] over real pages, with the sequential kernels that every way of
// sharing uses.
#pragma once

#include "bench/papers/now/problem.h"
#include "bench/papers/svm/region.h"

namespace mentat::bench::svm {

struct setting {
  management how = management::central;
  bool good = true;  // each variable on pages of its own; bad: all packed
  process processes = 2;
};

struct measured {
  region::result result;
  bool right = false;  // the answer is the sequential kernel's
};

/// Runs the problem, whose sequential answer is `right`. REQUIRES: processes in range, no threads.
measured run(const setting& what, const papers::problem& of, const papers::outcome& right);

}  // namespace mentat::bench::svm
