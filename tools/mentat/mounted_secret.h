#pragma once

#include <string>

#include "tools/mentat/problem.h"

namespace mentat::command {

/// The first line of a file that holds a secret and stays, as an engine mounts it into a container:
/// root's, or one that only this user can read. `option` names it in errors.
expected<std::string> read_mounted_secret(const std::string& option, const std::string& path);

}  // namespace mentat::command
