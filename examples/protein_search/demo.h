// Runs this program again and again, as serial, threads and the plain loop in turn, and compares
// hits and times.
//
// The three run directly after one another in each round and the figures are medians over the
// rounds, because a machine's speed drifts by more than the differences that are to be seen.
// Errors: text for the user and the status to end with; a round that failed has already said why on
// stderr.
#ifndef EXAMPLES_PROTEIN_SEARCH_DEMO_H_
#define EXAMPLES_PROTEIN_SEARCH_DEMO_H_

#include <string>

#include <tl/expected.hpp>

#include "examples/protein_search/options.h"

// What to print: the table of hits and a table of times, or both as JSON.
tl::expected<std::string, early_exit> run_demo(const options& chosen);

#endif
