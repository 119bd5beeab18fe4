#pragma once

#include <string>
#include <vector>

#include "tools/mentat/problem.h"

namespace mentat::command {

/// Expands the `@file` arguments of a compiler's command line as g++ does: words between blanks,
/// quotes of both kinds, `\` before any character, nested files. Keeps a word whose file cannot be
/// read. A file that includes itself, directly or not, is a problem (exit status 2).
expected<std::vector<std::string>> with_response_files(const std::vector<std::string>& given);

}  // namespace mentat::command
