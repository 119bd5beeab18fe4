// The same search as two nested loops over the same library: the reference for the parallel
// program.
#ifndef EXAMPLES_PROTEIN_SEARCH_PLAIN_SEARCH_H_
#define EXAMPLES_PROTEIN_SEARCH_PLAIN_SEARCH_H_

#include "examples/protein_search/scoring.h"
#include "examples/protein_search/search_result.h"
#include "examples/protein_search/sequences.h"

search_result plain_search(const sequence_block& queries, const sequence_block& database,
                           const scoring& costs, int top, bool show_progress);

#endif
