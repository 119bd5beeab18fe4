#pragma once

#include <string>

namespace mentat {

/// The version of the command, the translator and the run-time system. The launcher of a checkout
/// reads this line too.
inline constexpr const char* version = "0.1.0";

/// "mplc 0.1.0 (5f50f5aa, 2026-11-27)": with the commit that `mentat install` has written into the
/// installation of this program, if it is in one; no build output may change with every commit.
std::string version_line(const std::string& program);

}  // namespace mentat
