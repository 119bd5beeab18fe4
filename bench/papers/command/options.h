// The command line of `./mentat bench papers`.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace mentat::bench::papers {

// Ways of sharing, in the order of the tables.
const std::vector<std::string>& paradigms();

struct options {
  std::vector<std::string> tables;  // of then::table_names()
  std::vector<std::string> applications, paradigms;
  std::vector<std::string> sets;             // of inputs
  std::map<std::string, std::string> files;  // of an input, by its name, in the place of Debian's
  std::vector<unsigned> processes{1, 2};
  std::string mode = "processes";  // or threads: workers of one process in their place
  int runs = 3;                    // of which the quickest counts
  bool then = false;               // virtual time alone
  bool smoke = false;
  bool only_today = false;              // no table, but runs of today were chosen
  std::string json, svg, page, record;  // files, a folder; empty: none
};

// Returns the exit status, or -1 to continue. A wrong option is one line on standard error, which
// names the nearest known word, and status 2.
int read_options(int argc, char** argv, options& into);

}  // namespace mentat::bench::papers
