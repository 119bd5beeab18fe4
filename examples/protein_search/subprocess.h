// Starts this very program once more and collects what it prints.
#ifndef EXAMPLES_PROTEIN_SEARCH_SUBPROCESS_H_
#define EXAMPLES_PROTEIN_SEARCH_SUBPROCESS_H_

#include <string>
#include <vector>

#include <tl/expected.hpp>

struct program_output {
  int status = 0;  // as a shell tells it: 128 + n after signal n
  std::string text;
};

// Waits until it ends; its stderr is ours. The environment is ours but for `variable`.
// Errors: what could not be done and why, for the user.
tl::expected<program_output, std::string> output_of_myself(
    const std::vector<std::string>& arguments, const std::string& variable,
    const std::string& value);

#endif
