// Runs this program repeatedly, as serial, threads and plain loop in turn, and compares hits and
// times.
//
// Each round runs the three in immediate succession, and the figures are medians over the rounds,
// because a machine's speed drifts by more than the differences of interest. Errors: text for the
// user and the exit status; a failed round has already explained itself on stderr.
#ifndef EXAMPLES_PROTEIN_SEARCH_DEMO_H_
#define EXAMPLES_PROTEIN_SEARCH_DEMO_H_

#include <string>

#include <tl/expected.hpp>

#include "examples/protein_search/options.h"

// Returns the text to print: the table of hits and a table of times, or both as JSON.
tl::expected<std::string, early_exit> run_demo(const options& chosen);

#endif
