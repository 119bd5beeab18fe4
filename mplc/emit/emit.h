// The last stage: the generated files of one main file, as docs/emitted.md shows them.
//
// Thread-safety: none (uses up the edits). Errors: overlapping edits, a fault of the translator.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "mplc/facts/model.h"
#include "mplc/text/edits.h"

namespace mentat::mplc {

struct generated_names {
  // name of the input in #line; if this and the next are empty, no #line is written
  std::string line;
  std::string output;  // name of the generated file in #line, for added text
  std::string header;  // name by which the server file includes the generated header
  bool is_header = false;
  // Declaration of the user's main under its new name, which another main calls. Empty: there is
  // none.
  std::string main_declaration;
  std::vector<std::string> hidden_macros;  // see hidden_from()
  std::string first_line;                  // a comment, in front of all generated text
};

struct generated_files {
  std::string text;
  std::string server;  // the server file of a header
};

[[nodiscard]] tl::expected<generated_files, std::string> emit(const model&, edits&,
                                                              std::string_view original,
                                                              const generated_names&);

}  // namespace mentat::mplc
