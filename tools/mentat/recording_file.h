#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/mentat/problem.h"
#include "tools/record/trace.h"

namespace mentat::command {

/// Reads a recording, once it is written; says on standard error what it does not have.
expected<trace> read_recording(const std::string& file);

/// What the recording does not have, a sentence each. `grows`: it is still being written.
std::vector<std::string> gaps_of(const trace& of, bool grows = false);

/// Nothing, or that `output` is the recording itself.
expected<void> check_output(const std::string& recording, const std::string& output);

/// Writes what a verb has made of it: to the file, or to standard output if `output` is empty.
/// Returns the exit status.
int write_result(const std::string& text, const std::string& output);
/// The same, of a text that `make` gives in pieces. One that cannot be written gets false.
using text_sink = std::function<bool(std::string_view)>;
int write_result(const std::function<void(const text_sink&)>& make, const std::string& output);

}  // namespace mentat::command
