// Small steps over the user's text, for places between tokens that a syntax tree does not record.
// Thread-safety: pure functions. Errors: an offset that does not exist gives an empty result; a
// line that begins a preprocessor directive stops a scan.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "mplc/text/edits.h"

namespace mentat::mplc {

// The next character after blanks and comments; the size of the text if there is none.
[[nodiscard]] text_offset skip_blanks(std::string_view text, text_offset at);

// The offset behind the next token if it is `;`; else empty.
[[nodiscard]] std::optional<text_offset> after_semicolon(std::string_view text, text_offset at);

// Whether only `.push_back(` or `.emplace_back(` stands between two offsets.
[[nodiscard]] bool is_push(std::string_view text, text_offset from, text_offset to);

// Whether a statement stands directly after a #pragma, which may be meant for it alone.
[[nodiscard]] bool follows_pragma(std::string_view text, text_offset at);

// The newlines of a piece of text, and the indentation behind them, so that a replacement keeps
// the lines of the user.
[[nodiscard]] std::string newlines_of(std::string_view text);

// The logical line (with its continuations) around an offset: a macro definition.
[[nodiscard]] std::string_view logical_line(std::string_view text, text_offset at);

// Whether the body of a macro definition uses a parameter for more than its value: `#parameter`,
// `decltype(parameter)`.
[[nodiscard]] bool shows_parameter(std::string_view definition, std::string_view parameter);

}  // namespace mentat::mplc
