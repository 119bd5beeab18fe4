#pragma once

#include <string>
#include <tl/expected.hpp>

namespace mentat::command {

/// The reason why a verb cannot go on: one sentence with the fault and its remedy.
/// `exit_status` is 1 for "no", 2 for wrong usage or configuration, 126 and 127 for programs.
struct problem {
  std::string text;
  int exit_status = 1;
};

template <class T>
using expected = tl::expected<T, problem>;

inline tl::unexpected<problem> fail(std::string text, int exit_status = 1) {
  return tl::unexpected<problem>(problem{std::move(text), exit_status});
}

/// Prints the problem as every verb does and returns its exit status.
int report(const problem& trouble);

}  // namespace mentat::command
