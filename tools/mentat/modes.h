#pragma once

#include <span>
#include <string>
#include <vector>

#include "tools/mentat/problem.h"

namespace mentat::command {

/// The values of MENTAT_MODE that a program understands. The first one is the meaning of the
/// program; `adversarial` is for tests: everything that may be late or out of order is.
std::span<const std::string> all_modes();

/// A comma-separated list of modes; a problem names the word that is none.
expected<std::vector<std::string>> parse_modes(const std::string& list);

/// Where the program that a user named is: a path as it is, a name in PATH or else in this folder.
std::string find_program(const std::string& name);

}  // namespace mentat::command
