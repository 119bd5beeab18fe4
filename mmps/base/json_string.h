// Text as a string in JSON: control characters become \u00XX. The text is UTF-8, as shown() makes
// it. Pure; thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace mentat::base {

[[nodiscard]] inline std::string json_string(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string made = "\"";
  for (const char one : text) {
    const auto code = static_cast<unsigned char>(one);
    if (one == '"' || one == '\\')
      (made += '\\') += one;
    else if (code < 0x20)
      ((made += "\\u00") += digits[code >> 4]) += digits[code & 15];
    else
      made += one;
  }
  return made += '"';
}

}  // namespace mentat::base
