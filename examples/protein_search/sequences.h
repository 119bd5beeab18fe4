// Protein sequences, in memory and in messages to workers.
//
// A block is one string of residues and the end of each sequence in it: copying two buffers costs
// nothing compared with scoring them, while copying thousands of small strings would. Invariants:
// 1. `ends` rises and its last entry is `residues.size()`; 2. `first` is the index of sequence 0 in
// its file.
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

// Copies the sequences [begin, end) of `block`.
sequence_block slice(const sequence_block& block, std::int64_t begin, std::int64_t end);

// Cuts `block` into parts of at most `residues` residues, but at least one sequence: part i is
// [result[i], result[i + 1]).
std::vector<std::int64_t> cuts(const sequence_block& block, std::uint64_t residues);

#endif
