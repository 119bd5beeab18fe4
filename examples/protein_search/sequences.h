// Protein sequences, in memory and in messages to workers.
//
// A block is a part of the residues of a file and the end of each sequence in it. All parts share
// the residues, also between processes of a host: a worker reads those of its chunk in place.
// Invariants of a block that has sequences: 1. `ends` rises from `begin` on; 2. `first` is the
// index of sequence 0 in its file.
#ifndef EXAMPLES_PROTEIN_SEARCH_SEQUENCES_H_
#define EXAMPLES_PROTEIN_SEARCH_SEQUENCES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <mentat/buffer.h>

struct sequence_block {
  std::int64_t first = 0;
  mentat::buffer<char> residues;  // of the whole file
  std::uint64_t begin = 0;        // of sequence 0 among them
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
std::uint64_t residues_in(const sequence_block& block);
std::string_view at(const sequence_block& block, std::int64_t index);

// The sequences [begin, end) of `block`.
sequence_block slice(const sequence_block& block, std::int64_t begin, std::int64_t end);

// Cuts `block` into parts of at most `residues` residues, but at least one sequence.
std::vector<sequence_block> chunks_of(const sequence_block& block, std::uint64_t residues);

#endif
