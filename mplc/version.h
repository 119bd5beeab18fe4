#pragma once

namespace mentat {

/// The version of the command, the translator and the run-time system. The launcher of a checkout
/// reads this line too.
inline constexpr const char* version = "0.1.0";

}  // namespace mentat
