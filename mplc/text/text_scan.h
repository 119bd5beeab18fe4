// Small steps over the text of a user, for the places between tokens that a syntax tree does not
// name. Thread-safety: pure functions. Errors: an offset that is not there is empty; text that
// begins a preprocessor directive stops a scan.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "mplc/text/edits.h"

namespace mentat::mplc {

// The next character behind blanks and comments; the size of the text when there is none.
[[nodiscard]] text_offset skip_blanks(std::string_view text, text_offset at);

// Behind the `;` that comes next, if it does.
[[nodiscard]] std::optional<text_offset> after_semicolon(std::string_view text, text_offset at);

// Whether nothing but `.push_back(` or `.emplace_back(` stands between two offsets.
[[nodiscard]] bool is_push(std::string_view text, text_offset from, text_offset to);

// Whether a statement stands directly behind a #pragma, which may be meant for it alone.
[[nodiscard]] bool follows_pragma(std::string_view text, text_offset at);

// The newlines of a piece of text, and the indentation behind them, so that a replacement keeps
// the lines of the user.
[[nodiscard]] std::string newlines_of(std::string_view text);

// The logical line (with its continuations) around an offset: a macro definition.
[[nodiscard]] std::string_view logical_line(std::string_view text, text_offset at);

// Whether the body of a macro definition uses a parameter otherwise than for its value:
// `#parameter`, `decltype(parameter)`.
[[nodiscard]] bool shows_parameter(std::string_view definition, std::string_view parameter);

}  // namespace mentat::mplc
