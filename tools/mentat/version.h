#pragma once

namespace mentat::command {

inline constexpr const char* version = "0.1.0";

}  // namespace mentat::command
