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
  std::string line;    // of the input, in #line; this and the next empty: none is written
  std::string output;  // of the generated file, in #line for added text
  std::string header;  // by which the server file includes the generated header
  bool is_header = false;
  // Of the user's main under its other name; empty if there is none. Another main calls it.
  std::string main_declaration;
  std::vector<std::string> hidden_macros;  // see hidden_from()
};

struct generated_files {
  std::string text;
  std::string server;  // of a header
};

[[nodiscard]] tl::expected<generated_files, std::string> emit(const model&, edits&,
                                                              std::string_view original,
                                                              const generated_names&);

}  // namespace mentat::mplc
