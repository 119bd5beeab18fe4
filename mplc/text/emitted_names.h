// The identifiers that emitted text adds to the user's. Each ends in `__`: such names are reserved
// [lex.name], so no class, member, parameter or macro of a program can be called so. The names that
// emitted text uses in namespace mentat end so too, so that no macro of the user stands for them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mentat::mplc {

// Suffix for the name of a Mentat class, where the class is meant and not the handle.
inline constexpr std::string_view impl_suffix = "_impl__";
inline constexpr std::string_view sink_name = "mentat_rtf__";
inline constexpr std::string_view main_name = "mentat_main__";

// Name for a member function, from its stem.
inline std::string tag_name(const std::string& stem) { return stem + "_tag__"; }
inline std::string body_name(const std::string& stem) { return stem + "_body__"; }
inline std::string local_name(const std::string& name) { return name + "_local__"; }
inline std::string default_name(const std::string& stem, std::size_t parameter) {
  return stem + "_default_" + std::to_string(parameter) + "__";
}

// Name for the companion of a result variable.
inline std::string slot_name(const std::string& variable) {
  return "mentat_slot_" + variable + "__";
}
inline std::string scope_name(const std::string& variable) {
  return "mentat_scope_" + variable + "__";
}
inline std::string elements_name(const std::string& variable) {
  return "mentat_elements_" + variable + "__";
}

// Name for a parameter that has none.
inline std::string argument_name(std::size_t parameter) {
  return "argument_" + std::to_string(parameter) + "__";
}

// Name for a constructor that another process can call.
inline std::string constructor_name(std::size_t number) {
  return "mentat_constructor_" + std::to_string(number) + "__";
}

}  // namespace mentat::mplc
