// Makes generated text readable, for users who stop using mplc: formatted, without needless
// qualification, and with the run-time system's header in place of the prelude's.
//
// Thread-safety: a pure function of the text and of the .clang-format that is nearest to the
// source. Errors: none; text that cannot be formatted stays unchanged.
#pragma once

#include <string>

namespace mentat::mplc {

// `generated` has no #line directives and begins with the include of the run-time system's header;
// `source` is the path of the file that it was made of.
[[nodiscard]] std::string readable(const std::string& generated, const std::string& source);

}  // namespace mentat::mplc
