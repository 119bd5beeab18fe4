#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace mentat::command {

/// Parses "90s", "10m", "2h"; returns nothing for other texts, and for no time at all.
std::optional<std::chrono::seconds> parse_duration(const std::string& text);

}  // namespace mentat::command
