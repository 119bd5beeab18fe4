// The command line.
#ifndef EXAMPLES_PROTEIN_SEARCH_OPTIONS_H_
#define EXAMPLES_PROTEIN_SEARCH_OPTIONS_H_

#include <cstdint>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "examples/protein_search/scoring.h"

struct options {
  std::string query;
  std::string database;
  std::int64_t queries = 0;  // use only the first ones; 0: all
  int top = 3;
  scoring costs;
  std::int64_t chunk = 320 << 10;  // residues; from 256 KiB on processes of a host share them
  bool json = false;
  bool times = false;  // print them with the hits; else on stderr
  bool check = false;
  bool plain = false;
  bool demo = false;
  int rounds = 5;                       // of the demo
  std::vector<std::string> for_rounds;  // the demo passes these arguments on
};

// The reason to exit early: help (status 0), or a wrong argument (status 2).
struct early_exit {
  int status = 0;
  std::string text;
};

tl::expected<options, early_exit> parse_options(int argc, char** argv);

#endif
