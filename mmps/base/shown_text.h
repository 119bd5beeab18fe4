// Makes foreign text safe to show on a terminal.
//
// Text from outside, such as an exception's text, a setting, a name or another host's line, can
// hold control characters that steer a terminal, newlines that forge a line of ours, and characters
// that reorder or hide text. shown() writes each of them as an escape (\n, \x1b,
// \u202e) and cuts long text. The result is valid UTF-8 and harmless. Pure; thread-safe. Cost:
// linear in the shown text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mentat::base {

inline constexpr std::size_t longest_shown_value = 200;     // bytes, of a value within a message
inline constexpr std::size_t longest_shown_message = 4096;  // bytes, of a message

enum class line_ends : bool {
  escaped,  // newlines and tabs too: the text stays on one line
  kept,     // newlines and tabs stay
};

/// At most `longest` bytes of the text; if it has more, its length follows.
[[nodiscard]] std::string shown(std::string_view text, std::size_t longest = longest_shown_message,
                                line_ends ends = line_ends::escaped);

/// A value within a message.
[[nodiscard]] inline std::string shown_value(std::string_view text) {
  return shown(text, longest_shown_value);
}

}  // namespace mentat::base
