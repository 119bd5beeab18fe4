#pragma once

#include <string>
#include <vector>

#include "tools/mentat/problem.h"

namespace mentat::command {

/// The words of a command line of a compiler, with what is in the files that `@file` names, as g++
/// reads them: words between blanks, quotes of both kinds, and `\` before any character; more such
/// files among them. A word whose file cannot be read stays. A problem (exit status 2) is a file
/// that comes to name itself.
expected<std::vector<std::string>> with_response_files(const std::vector<std::string>& given);

}  // namespace mentat::command
