// The settings that stand in files (TOML): /etc/mentat/mentat.toml,
// $XDG_CONFIG_HOME/mentat/config.toml (else ~/.config/mentat), and ./mentat.toml; the later wins.
// The keys are those of settings.h; a key with a point stands in a section. Errors: a file that
// another user could have written, that is not a plain file, cannot be read or is not TOML, a wrong
// key, a value of a wrong type: a text with file, line, column and what was expected. Cost: one
// system call for each file if there are none. Thread-safety: all functions.
#pragma once

#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "rts/config/settings.h"

namespace mentat::node {

// The paths in the order of reading, whether the files exist or not. `environment` is a list of
// NAME=VALUE.
std::vector<std::string> settings_file_paths(const std::vector<std::string>& environment);
// The settings of the existing files.
tl::expected<std::vector<setting_origin>, std::string> read_settings_files(
    const std::vector<std::string>& paths);

}  // namespace mentat::node
