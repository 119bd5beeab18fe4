// The server sections of Mentat classes: dispatch, description and registration, and the
// serialisation of plain structs. Only they see Cereal. See docs/emitted.md.
//
// Thread-safety: pure functions.
#pragma once

#include <string>

#include "mplc/emit/user_text.h"
#include "mplc/facts/model.h"

namespace mentat::mplc {

// The definitions of a header's section are weak: each object that `mentat c++ -c` makes of a
// source that includes the header carries it.
enum class section_place { of_header, of_source };

// Returns the sections of the classes that are not templates, for the one file that owns them.
// `line_name` is the main file's name in #line.
[[nodiscard]] std::string class_sections(const model&, const std::string& line_name, section_place);

// Sections of class templates, for the file that defines them, header or not. Must be made before
// the classes are edited.
[[nodiscard]] std::string template_sections(const model&, user_text&, const std::string& line_name);

[[nodiscard]] std::string struct_sections(const model&);

// Registers the program's own exceptions with the run-time system.
[[nodiscard]] std::string error_sections(const model&);

[[nodiscard]] bool has_templates(const model&);

}  // namespace mentat::mplc
