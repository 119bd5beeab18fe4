// Generated text as a person would have written it, for those who leave mplc behind: formatted,
// without needless qualification, with the run-time system's header in the place of the prelude's.
//
// Thread-safety: a pure function of the text and of the .clang-format that is nearest to the
// source. Errors: none; text that cannot be formatted stays as it is.
#pragma once

#include <string>

namespace mentat::mplc {

// `generated` has no #line directives and begins with the include of the run-time system's header;
// `source` is the path of the file that it was made of.
[[nodiscard]] std::string readable(const std::string& generated, const std::string& source);

}  // namespace mentat::mplc
