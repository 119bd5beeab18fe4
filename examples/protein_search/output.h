// What the program says, each text in one piece so that nothing is printed by halves.
#ifndef EXAMPLES_PROTEIN_SEARCH_OUTPUT_H_
#define EXAMPLES_PROTEIN_SEARCH_OUTPUT_H_

#include <string>

#include "examples/protein_search/options.h"

// False if stdout does not take it (a full disk, a closed pipe); that is said on stderr.
bool print(const std::string& text);

void print_error(const std::string& text);

// Prints why there is nothing more to do, help on stdout and errors on stderr, and returns the exit
// status.
int finish(const early_exit& reason);

#endif
