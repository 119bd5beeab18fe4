#pragma once

#include <optional>
#include <string>

#include "rts/config/settings.h"
#include "tools/mentat/command_line.h"

namespace mentat::command {

/// The settings with which the program would begin here: files, environment, its own arguments, and
/// `mode`, if it is not empty. Nothing: one of them is wrong, which is the program's to report.
std::optional<node::settings> settings_of(const arguments& program, const std::string& mode);

}  // namespace mentat::command
