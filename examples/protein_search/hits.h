// The best hits of each query, and how lists of them are made and joined.
//
// Order: a higher score first, and among equal scores the sequence that comes first in its file. It
// is total, so the answer does not depend on how the database was cut or in which order its chunks
// were scored.
#ifndef EXAMPLES_PROTEIN_SEARCH_HITS_H_
#define EXAMPLES_PROTEIN_SEARCH_HITS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

struct hit {
  std::int64_t query = 0;
  std::int64_t sequence = 0;  // its place in the database file
  int score = 0;

  bool operator==(const hit&) const = default;
};

// Puts `found` into its place in `best`, which holds hits of one query, and drops the last when
// there are more than `top`. A score of 0 says that nothing is alike, and is not kept.
void keep_best(std::vector<hit>& best, const hit& found, std::size_t top);

// Joins two lists, each in order of query and rank, and keeps `top` hits of each query.
std::vector<hit> merge(const std::vector<hit>& a, const std::vector<hit>& b, std::size_t top);

#endif
