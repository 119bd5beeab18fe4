// Macros of the command line that must be hidden from the headers of the run-time system:
// `-Dcall=2` is meant for the program. Reserved names, NDEBUG, and the macros that configure Mentat
// and its libraries stay defined.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mentat::mplc {

// Returns the name in the text behind -D: "call", "call=2", "call(a)=a".
inline std::string_view macro_name(std::string_view definition) {
  return definition.substr(0, definition.find_first_of("=("));
}

inline bool is_hidden_macro(std::string_view name) {
  for (const std::string_view prefix : {"_", "MENTAT_", "CEREAL_", "FMT_", "SPDLOG_"})
    if (name.starts_with(prefix)) return false;
  return !name.empty() && name.find("__") == std::string_view::npos && name != "NDEBUG";
}

// Returns the directive that is equivalent to the option.
inline std::string define_directive(std::string_view definition) {
  const std::string_view line = definition.substr(0, definition.find('\n'));
  const std::size_t value = line.find('=');
  if (value == std::string_view::npos) return "#define " + std::string(line) + " 1\n";
  return "#define " + std::string(line.substr(0, value)) + " " +
         std::string(line.substr(value + 1)) + "\n";
}

// Returns the text with directives before it that undefine the macros and directives behind it that
// define them again. `definitions` are texts behind -D. Only directives are used, because Clang
// takes no precompiled header behind a pragma.
inline std::string hidden_from(const std::vector<std::string>& definitions,
                               const std::string& text) {
  std::string hidden, shown;
  for (const std::string& definition : definitions) {
    const std::string name(macro_name(definition));
    const std::string mark = "MENTAT_HIDES_" + name + "__";
    hidden += "#ifdef " + name + "\n#undef " + name + "\n#define " + mark + "\n#endif\n";
    shown +=
        "#ifdef " + mark + "\n#undef " + mark + "\n" + define_directive(definition) + "#endif\n";
  }
  return hidden + text + shown;
}

}  // namespace mentat::mplc
