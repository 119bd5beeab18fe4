// Text as a JSON string. Control characters become blanks. Thread-safety: pure.
#pragma once

#include <string>
#include <string_view>

namespace mentat::command {

[[nodiscard]] inline std::string json_string(std::string_view text) {
  std::string made = "\"";
  for (const char one : text) {
    if (one == '"' || one == '\\') made += '\\';
    made += static_cast<unsigned char>(one) < 0x20 ? ' ' : one;
  }
  return made += '"';
}

}  // namespace mentat::command
