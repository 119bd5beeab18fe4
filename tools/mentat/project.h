#pragma once

#include <filesystem>
#include <string>

#include "tools/mentat/installation.h"

namespace mentat::command {

/// A problem (exit status 2) unless the name can be that of a file, a Bazel target and a program:
/// small letters, digits and underscores, beginning with a letter, at most 64.
expected<void> check_project_name(const std::string& name);

/// Makes the folder `place` from the installation's template; its last part is the project's name.
/// All or nothing: the folder appears complete. A problem if it exists.
expected<std::filesystem::path> make_project(const installation& here,
                                             const std::filesystem::path& place);

}  // namespace mentat::command
