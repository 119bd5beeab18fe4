#pragma once

#include <span>
#include <string>
#include <vector>

#include "tools/mentat/problem.h"

namespace mentat::command {

/// The values of MENTAT_MODE. The first one is the reference mode; `adversarial` is for tests: it
/// delays and reorders everything that may be late or out of order.
std::span<const std::string> all_modes();

/// Parses a comma-separated list of modes; a problem names the unknown word.
expected<std::vector<std::string>> parse_modes(const std::string& list);

/// Locates a program named by the user: a path as it is; a bare name in PATH, else in this folder.
std::string find_program(const std::string& name);

}  // namespace mentat::command
