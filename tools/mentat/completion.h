#pragma once

#include <string>

#include "tools/mentat/usage.h"

namespace mentat::command {

/// Returns a completion script for the shell (bash, zsh or fish): verbs, options and their values.
expected<std::string> completion_for(const std::string& shell, const usage_table& table);

}  // namespace mentat::command
