// Macros of the command line that the headers of the run-time system must not meet: `-Dcall=2` is
// meant for the program. Headers are set up by reserved names, NDEBUG and what MENTAT_ and CEREAL_
// begin.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mentat::mplc {

// Of what stands behind -D: "call", "call=2", "call(a)=a".
inline std::string_view macro_name(std::string_view definition) {
  return definition.substr(0, definition.find_first_of("=("));
}

inline bool is_hidden_macro(std::string_view name) {
  return !name.empty() && !name.starts_with('_') && name.find("__") == std::string_view::npos &&
         name != "NDEBUG" && !name.starts_with("MENTAT_") && !name.starts_with("CEREAL_");
}

// The text with the macros taken away before it and given back behind it.
inline std::string hidden_from(const std::vector<std::string>& macros, const std::string& text) {
  std::string hidden, shown;
  for (const std::string& name : macros) {
    hidden += "#pragma push_macro(\"" + name + "\")\n#undef " + name + "\n";
    shown += "#pragma pop_macro(\"" + name + "\")\n";
  }
  return hidden + text + shown;
}

}  // namespace mentat::mplc
