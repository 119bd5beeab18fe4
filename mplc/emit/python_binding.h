// The binding of a header's Mentat classes for Python, as a text that the source of a module
// includes behind the translated header (tools/mentat/python_module_verb.cc). Types are not
// written: python/include/mentat/python takes them from the tags of the member functions.
//
// Thread-safety: none. Errors: none; class templates have no binding and are left out.
#pragma once

#include <string>

#include "mplc/facts/model.h"

namespace mentat::mplc {

// `line_name`: name of the header in #line, so that errors appear there. Empty: there is no class
// that can be bound.
[[nodiscard]] std::string python_binding(const model& all, const std::string& line_name);

}  // namespace mentat::mplc
