#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tools/mentat/class_activity.h"

namespace mentat::command {

/// How far a program is with the calls that it said it would make (mentat::expect). Pure.

/// Until all expected calls are executed, at the rate of the latest looks. Nothing: none are
/// expected, all are executed, no call was executed since the earlier look, or it is years.
std::optional<double> seconds_left(const class_activity& of);

/// "30 of 40, 75 %, 2 s left".
std::string progress_text(const class_activity& of);

/// A line with a bar for each class with expected calls, in the order of `all`, of at most so many
/// lines and columns; further classes are counted in the last line. Plain ASCII but for names.
std::vector<std::string> bars_of(const std::vector<class_activity>& all, std::size_t lines,
                                 std::size_t columns);

}  // namespace mentat::command
