#pragma once

#include <string>

namespace mentat::command {

/// Whether a recorder writes the recording now.
bool is_being_written(const std::string& path);

/// Returns when no recorder writes the recording any more, after some seconds at the latest: a
/// program that was killed ends before its recorder. False: one still writes it.
bool await_finished_file(const std::string& path);

}  // namespace mentat::command
