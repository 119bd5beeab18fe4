// The best hits of each query; making and joining lists of them.
//
// Order: a higher score first, and among equal scores the sequence that comes first in its file.
// The order is total, so the answer depends neither on the division of the database nor on the
// order in which its chunks were scored.
#ifndef EXAMPLES_PROTEIN_SEARCH_HITS_H_
#define EXAMPLES_PROTEIN_SEARCH_HITS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

struct hit {
  std::int64_t query = 0;
  std::int64_t sequence = 0;  // its index in the database file
  int score = 0;

  bool operator==(const hit&) const = default;
};

// Inserts `found` into `best`, which holds hits of one query, and drops the last hit beyond `top`.
// Ignores a score of 0, which means no similarity.
void keep_best(std::vector<hit>& best, const hit& found, std::size_t top);

// Merges two lists, each in order of query and rank, and keeps `top` hits of each query.
std::vector<hit> merge(const std::vector<hit>& a, const std::vector<hit>& b, std::size_t top);

#endif
