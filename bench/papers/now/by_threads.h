// shared_memory: threads and atomic variables; and the rows of one worker, for every way of
// sharing.
#pragma once

#include <cstdint>
#include <vector>

#include "bench/papers/now/problem.h"

namespace mentat::bench::papers {

// REQUIRES: workers > 0.
outcome by_threads(const problem& of, int workers);

// The rows of a matrix of distances that one of several workers improves, from its own copy.
// Thread-safety: none.
class rows_of_worker {
 public:
  // REQUIRES: 0 <= me < workers.
  rows_of_worker(int me, int workers, const matrix<int>& edges);

  [[nodiscard]] int size() const { return size_; }  // of the whole matrix
  [[nodiscard]] bool has(int k) const { return k >= first_ && k < last_; }
  [[nodiscard]] std::vector<int> row(int k) const;  // REQUIRES: has(k)
  void improve_by(int k, const std::vector<int>& row);
  [[nodiscard]] std::int64_t digest() const { return digest_of_rows(rows_, size_, first_); }

 private:
  int size_, first_ = 0, last_ = 0;
  std::vector<int> rows_;
};

}  // namespace mentat::bench::papers
