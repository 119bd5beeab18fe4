// Edits that translate a Mentat class as docs/emitted.md shows: the implementation class with
// bodies that answer through an rtf sink, local functions of the old names, and the stubs of the
// handle.
//
// Invariant: added lines stand between two #line directives, so every line of the user's keeps its
// number. Thread-safety: none. Errors: of the edits, kept in user_text.
#pragma once

#include <string>

#include "mplc/emit/user_text.h"
#include "mplc/facts/model.h"

namespace mentat::mplc {

// A line that stands for `#line N "generated file"` until the text is complete and N is known.
inline constexpr std::string_view generated_line = "#line \x01\n";

// `template <class T>` of a definition, without default arguments; empty for a class that is no
// template.
[[nodiscard]] std::string bare_template_head(user_text& text, const mentat_class& of);

// Returns definitions that belong into the server section, because they need types which the class
// does not see complete.
[[nodiscard]] std::string emit_class(user_text& text, const mentat_class& of,
                                     const std::string& line_name);

}  // namespace mentat::mplc
