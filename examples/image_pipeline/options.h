// What the user asked for on the command line.
#ifndef EXAMPLES_IMAGE_PIPELINE_OPTIONS_H_
#define EXAMPLES_IMAGE_PIPELINE_OPTIONS_H_

#include <string>
#include <vector>

#include <tl/expected.hpp>

// An image and the file that shall be made from it.
struct job {
  std::string input;
  std::string output;
};

struct options {
  std::vector<job> jobs;
  int radius = 2;
};

// Why there is nothing to do: help was asked for (status 0), or something is wrong (status 2).
struct early_exit {
  int status = 0;
  std::string text;
};

// Makes the output folder if there is none.
tl::expected<options, early_exit> parse_options(int argc, char** argv);

#endif
