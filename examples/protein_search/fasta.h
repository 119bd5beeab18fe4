// Reads protein sequences in FASTA format, plain or compressed with gzip.
//
// A record is a line ">name anything" and then lines of residues. Letters may be small; '*' (stop)
// is kept; U, O and J, which no substitution matrix knows, become X. Lines may end in "\n" or
// "\r\n". Everything else is an error. Errors: text for the user, "FILE:LINE: what is wrong, what
// to do". Nothing is returned of a file that has an error. Limits: 10 million residues in one
// sequence.
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

// Drops all but the first `sequences`, of which there must be so many.
void keep_first(fasta_file& file, std::int64_t sequences);

tl::expected<fasta_file, std::string> read_fasta(const std::string& path);

#endif
