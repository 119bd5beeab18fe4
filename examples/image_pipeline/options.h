// The command line.
#ifndef EXAMPLES_IMAGE_PIPELINE_OPTIONS_H_
#define EXAMPLES_IMAGE_PIPELINE_OPTIONS_H_

#include <string>
#include <vector>

#include <tl/expected.hpp>

// An image and its output file.
struct job {
  std::string input;
  std::string output;
};

struct options {
  std::vector<job> jobs;
  int radius = 2;
};

// The reason to exit early: help (status 0), or an error (status 2).
struct early_exit {
  int status = 0;
  std::string text;
};

// Parses the command line; makes the output folder if it does not exist.
tl::expected<options, early_exit> parse_options(int argc, char** argv);

#endif
