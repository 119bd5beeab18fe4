#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tools/mentat/problem.h"

namespace mentat::command {

/// How one file is compiled, as an editor wants to know it.
struct compile_command {
  std::string file;  // as the user named it, from the folder of the command
  std::vector<std::string> arguments;
};

/// Puts the commands into a compile_commands.json (which need not exist): those of the same files
/// and folder are replaced, others stay. A problem if the file is there and is no list of commands.
expected<void> update_compile_commands(const std::filesystem::path& database,
                                       const std::filesystem::path& folder,
                                       const std::vector<compile_command>& commands);

}  // namespace mentat::command
