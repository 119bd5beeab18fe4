// The result of a search, of a chunk or of the whole database, and its cost.
#ifndef EXAMPLES_PROTEIN_SEARCH_SEARCH_RESULT_H_
#define EXAMPLES_PROTEIN_SEARCH_SEARCH_RESULT_H_

#include <cstdint>
#include <vector>

#include "examples/protein_search/hits.h"
#include "examples/protein_search/scoring.h"

// The best hits in a part of the database. A cell is one pair of a query residue and a database
// residue.
struct partial_result {
  std::int64_t top = 0;   // so many hits of each query
  std::vector<hit> hits;  // in order of query and rank
  std::int64_t sequences = 0;
  std::int64_t cells = 0;
  double seconds = 0;  // of the worker that scored it
};

struct search_statistics {
  std::int64_t chunks = 0;
  std::int64_t sequences = 0;
  std::int64_t cells = 0;
  double fastest_chunk = 0;  // seconds
  double median_chunk = 0;
  double slowest_chunk = 0;
};

struct search_result {
  std::vector<hit> hits;              // in order of query and rank
  std::vector<alignment> alignments;  // one for each hit
  search_statistics statistics;
  double seconds = 0;  // wall clock
};

#endif
