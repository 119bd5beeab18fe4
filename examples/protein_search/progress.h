// Shows the progress of a search in one line of a terminal's stderr; wipe() removes it.
#ifndef EXAMPLES_PROTEIN_SEARCH_PROGRESS_H_
#define EXAMPLES_PROTEIN_SEARCH_PROGRESS_H_

#include <chrono>
#include <cstdint>

class progress_line {
 public:
  explicit progress_line(std::int64_t all_cells);

  // Shows that `done` cells are computed; at most ten times a second.
  void show(std::int64_t done);
  void wipe();

 private:
  using clock = std::chrono::steady_clock;

  std::int64_t all_cells_;
  clock::time_point start_;
  clock::time_point shown_;
};

#endif
