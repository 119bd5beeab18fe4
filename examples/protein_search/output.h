// Prints the program's texts, each in one piece so that none is printed partially.
#ifndef EXAMPLES_PROTEIN_SEARCH_OUTPUT_H_
#define EXAMPLES_PROTEIN_SEARCH_OUTPUT_H_

#include <string>

#include "examples/protein_search/options.h"

// Returns false if stdout fails (a full disk, a closed pipe), and reports that on stderr.
bool print(const std::string& text);

void print_error(const std::string& text);

// Prints the reason to exit, help on stdout and errors on stderr, and returns the exit status.
int finish(const early_exit& reason);

#endif
