#pragma once

#include <filesystem>
#include <string>

#include "tools/mentat/problem.h"

namespace mentat::command {

/// The newest log of that session on this host.
expected<std::filesystem::path> newest_log(const std::string& session);

}  // namespace mentat::command
