// Runs another instance of this program and collects its output.
#ifndef EXAMPLES_PROTEIN_SEARCH_SUBPROCESS_H_
#define EXAMPLES_PROTEIN_SEARCH_SUBPROCESS_H_

#include <string>
#include <vector>

#include <tl/expected.hpp>

struct program_output {
  int status = 0;  // as in a shell: 128 + n after signal n
  std::string text;
};

// Waits until it ends. It inherits stderr and the environment, in which `variable` is replaced.
// Errors: what failed and why, for the user.
tl::expected<program_output, std::string> output_of_myself(
    const std::vector<std::string>& arguments, const std::string& variable,
    const std::string& value);

#endif
