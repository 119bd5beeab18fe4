#pragma once

#include <filesystem>
#include <string>

#include "tools/mentat/installation.h"

namespace mentat::command {

/// The arguments of `mentat new`.
struct project {
  std::filesystem::path place;  // the last part is the project's name
  std::string build = "make";    // also bazel, cmake
  std::string kind = "hello";   // the template; also pipeline
  bool git = true;              // make it a repository, if git exists and no repository encloses it
};

/// A problem (exit status 2) unless the name suits a file, a target and a program: lower-case
/// letters, digits, hyphens and underscores, a letter first, at most 64.
expected<void> check_project_name(const std::string& name);

/// Makes the folder from the installation's templates, atomically. A problem if it exists.
expected<std::filesystem::path> make_project(const installation& here, const project& wanted);

}  // namespace mentat::command
