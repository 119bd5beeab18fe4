// The report of `mentat explain --spaces`, and the section of the program from which it comes.
// Thread-safety: pure functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mplc/facts/space_uses.h"

namespace mentat::mplc {

// The section of an executable that has the lines of lines_of(), each behind a byte that is 0.
inline constexpr std::string_view spaces_section = "mentat_spaces";

// C++ that puts the uses of a file into the section; empty for none.
[[nodiscard]] std::string section_text(const std::vector<space_use>& uses, std::string_view file);
// The lines that a section has.
[[nodiscard]] std::string lines_of_section(std::string_view bytes);

[[nodiscard]] std::string spaces_as_text(const std::vector<tuple_type>& all);
[[nodiscard]] std::string spaces_as_json(const std::vector<tuple_type>& all);

// `("job", int, formal<double>)`.
[[nodiscard]] std::string pattern_text(const space_use& use);

}  // namespace mentat::mplc
