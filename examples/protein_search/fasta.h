// Reads protein sequences in FASTA format, plain or gzip-compressed.
//
// A record is a line ">name anything" and then lines of residues. Letters may be lower-case; '*'
// (stop) is kept; U, O and J, unknown to all substitution matrices, become X. Lines may end in "\n"
// or "\r\n". Everything else is an error. Errors: text for the user, "FILE:LINE: fault, remedy". A
// file with an error yields nothing. Limits: 10 million residues in one sequence.
#ifndef EXAMPLES_PROTEIN_SEARCH_FASTA_H_
#define EXAMPLES_PROTEIN_SEARCH_FASTA_H_

#include <cstdint>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "examples/protein_search/sequences.h"

struct fasta_file {
  std::vector<std::string> names;  // the first word of each header
  sequence_block sequences;
};

// Keeps the first `sequences` only. REQUIRES: the file has that many.
void keep_first(fasta_file& file, std::int64_t sequences);

tl::expected<fasta_file, std::string> read_fasta(const std::string& path);

#endif
