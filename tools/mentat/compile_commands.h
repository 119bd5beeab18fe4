#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tools/mentat/problem.h"

namespace mentat::command {

/// The compilation of one file, in the form that editors expect.
struct compile_command {
  std::string file;  // as the user named it, relative to the command's folder
  std::vector<std::string> arguments;
};

/// Merges the commands into a compile_commands.json (which need not exist): replaces entries of the
/// same files and folder, keeps others. A problem if the file exists and is not a list of commands.
expected<void> update_compile_commands(const std::filesystem::path& database,
                                       const std::filesystem::path& folder,
                                       const std::vector<compile_command>& commands);

}  // namespace mentat::command
