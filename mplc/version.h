#pragma once

namespace mentat {

/// Of the command, the translator and the run-time system alike; the launcher of a checkout reads
/// this line too.
inline constexpr const char* version = "0.1.0";

}  // namespace mentat
