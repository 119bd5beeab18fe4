// The four applications of [DSM92 5] over real pages, with the sequential kernels that every way of
// sharing uses.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/papers/svm/region.h"

namespace mentat::bench::svm {

struct setting {
  std::string application = "tsp";  // tsp, alpha_beta, matrix, shortest_paths
  management how = management::central;
  bool good = true;  // each variable on pages of its own; bad: all packed
  process processes = 2;
  int size = 0;  // cities, depth, rows, nodes; 0: the paper's
};

struct measured {
  region::result result;
  bool right = false;  // the answer is the sequential kernel's
};

const std::vector<std::string>& applications();
/// The paper's size, and the sizes that are taken: from, to.
struct sizes {
  int paper, least, most;
};
sizes sizes_of(const std::string& application);

/// REQUIRES: an application, its size in range, processes in range.
measured run(const setting& what);

}  // namespace mentat::bench::svm
