// Protein sequences, in memory and in messages to workers.
//
// A block is a part of the residues of a file and the end of each sequence in it. Parts share the
// residues of the file, from 256 KiB on also between processes of a host: a worker reads those of
// its chunk in place. Another host gets the chunk alone. Invariants: 1. `ends` rises and its last
// entry is `residues.size()`; 2. `first` is the index of sequence 0 in its file.
#ifndef EXAMPLES_PROTEIN_SEARCH_SEQUENCES_H_
#define EXAMPLES_PROTEIN_SEARCH_SEQUENCES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <mentat/buffer.h>

struct sequence_block {
  std::int64_t first = 0;
  mentat::text residues;
  std::vector<std::uint64_t> ends;
};

// Sequences that are being read or collected.
struct sequence_text {
  std::string residues;
  std::vector<std::uint64_t> ends;
};

void append(sequence_text& text, std::string_view residues);
sequence_block share(sequence_text&& text);

std::int64_t count(const sequence_block& block);
std::string_view at(const sequence_block& block, std::int64_t index);

// The sequences [begin, end) of `block`.
sequence_block slice(const sequence_block& block, std::int64_t begin, std::int64_t end);

// Cuts `block` into parts of at most `residues` residues, but at least one sequence.
std::vector<sequence_block> chunks_of(const sequence_block& block, std::uint64_t residues);

#endif
