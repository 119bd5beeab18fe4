// The run of #include directives that a text begins with.
//
// Invariant: nothing but comments, white space, `#pragma once` and the two lines that open an
// include guard stands before or between the directives of a run, so that the reader who sees them
// first and the rest of the text afterwards has seen the whole text in its order. Thread-safety:
// pure functions. Errors: a line that is not understood ends the run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mentat::mplc {

struct include_directive {
  std::string name;
  bool angled = false;
  bool operator==(const include_directive&) const = default;
};

struct leading_run {
  std::vector<include_directive> includes;
  std::string guard;     // the macro of the include guard
  bool is_once = false;  // guarded by #pragma once or by macros
  bool is_all = false;   // the text contains nothing else
};

[[nodiscard]] leading_run read_leading_run(std::string_view text);

}  // namespace mentat::mplc
