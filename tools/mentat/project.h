#pragma once

#include <filesystem>
#include <string>

#include "tools/mentat/installation.h"

namespace mentat::command {

/// What `mentat new` is asked for.
struct project {
  std::filesystem::path place;  // the last part is the project's name
  std::string build = "bazel";  // or cmake, make
  std::string kind = "hello";   // the template: or pipeline
  bool git = true;              // make it a repository, if there is git and it is in none
};

/// A problem (exit status 2) unless the name can be that of a file, a target and a program: small
/// letters, digits, hyphens and underscores, beginning with a letter, at most 64.
expected<void> check_project_name(const std::string& name);

/// Makes the folder from the installation's templates. All or nothing: the folder appears complete.
/// A problem if it exists.
expected<std::filesystem::path> make_project(const installation& here, const project& wanted);

}  // namespace mentat::command
