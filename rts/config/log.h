// The run-time system's own log: one line per event to stderr, from the level `log` of the settings
// (off, error, warn, info, debug) on, as text or, by `log_format`, as an object in JSON. Line breaks
// in a text do not split it. Thread-safety: all functions, but start_log() comes first.
#pragma once

#include <string>

namespace mentat::node {

// `level`: one of those words; `format`: text or json.
void start_log(const std::string& level, const std::string& format);
[[nodiscard]] bool logs_info();   // whether such lines are written
[[nodiscard]] bool logs_debug();
void log_debug(const std::string& text);
void log_info(const std::string& text);
// The sixth warning of one text and later ones are left out, and counted each minute.
void log_warning(const std::string& text);
void log_left_out_warnings();  // counts those since the last minute; for the end of a run
void log_error(const std::string& text);

}  // namespace mentat::node
