#pragma once

#include <string>
#include <string_view>

namespace mentat::command {

/// REQUIRES: `from` is not empty.
inline void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

}  // namespace mentat::command
