// The Mentat classes of the search: the object that keeps the counts, a scorer of chunks, and a
// joiner of results.
#ifndef EXAMPLES_PROTEIN_SEARCH_SEARCH_MPL_H_
#define EXAMPLES_PROTEIN_SEARCH_SEARCH_MPL_H_

#include <mentat/mpl.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "examples/protein_search/progress.h"
#include "examples/protein_search/scoring.h"
#include "examples/protein_search/search_result.h"
#include "examples/protein_search/sequences.h"

class [[mentat::persistent]] search_log {
 public:
  void begin(std::int64_t cells, bool show_progress);
  void add(const partial_result& chunk);
  search_statistics statistics();

 private:
  std::optional<progress_line> progress_;
  search_statistics sums_;
  std::vector<double> seconds_;
};

class [[mentat::regular]] chunk_scorer {
 public:
  // Returns the `top` best hits of each query in one chunk of the database, and tells `log`.
  partial_result score(const sequence_block& chunk, const sequence_block& queries,
                       const scoring& costs, int top, search_log log);

  // Aligns one query with each of its hits.
  std::vector<alignment> align_all(const sequence_block& query, const sequence_block& hits,
                                   const scoring& costs);
};

class [[mentat::regular]] result_joiner {
 public:
  partial_result join(const partial_result& a, const partial_result& b);
};

#endif
