#pragma once

#include <string>

#include "tools/mentat/usage.h"

namespace mentat::command {

/// A script with which the shell (bash, zsh or fish) completes verbs, options and their values.
expected<std::string> completion_for(const std::string& shell, const usage_table& table);

}  // namespace mentat::command
