// Protein sequences as they lie in memory and as they travel to a worker.
//
// A block is one string of residues plus where each sequence ends in it, because copying two
// buffers costs nothing beside scoring them, while copying thousands of small strings would.
// Invariants: 1. `ends` rises and its last entry is `residues.size()`; 2. `first` is the place of
// sequence 0 in its file.
#ifndef EXAMPLES_PROTEIN_SEARCH_SEQUENCES_H_
#define EXAMPLES_PROTEIN_SEARCH_SEQUENCES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

struct sequence_block {
  std::int64_t first = 0;
  std::string residues;
  std::vector<std::uint64_t> ends;
};

std::int64_t count(const sequence_block& block);
std::string_view at(const sequence_block& block, std::int64_t index);
void append(sequence_block& block, std::string_view residues);

// The sequences [begin, end) of `block`, copied.
sequence_block slice(const sequence_block& block, std::int64_t begin, std::int64_t end);

// Where to cut `block` so that each part holds as many sequences as fit into `residues`, and at
// least one: part i is [result[i], result[i + 1]).
std::vector<std::int64_t> cuts(const sequence_block& block, std::uint64_t residues);

#endif
