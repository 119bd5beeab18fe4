#pragma once

#include <filesystem>
#include <istream>
#include <string>
#include <vector>

namespace mentat::command {

enum class test_outcome { passed, failed, skipped };

/// One test, with its log if it has run.
struct test_result {
  std::string name;
  test_outcome outcome = test_outcome::failed;
  std::string reason;
  std::filesystem::path log;
};

/// Reads the events that `bazel test --build_event_json_file` writes: one JSON object a line. Every
/// test that was to run is in the result, sorted by name; one that has no verdict has failed. A
/// line that is no JSON is passed over: the file ends in the middle of one when Bazel is killed.
std::vector<test_result> read_build_events(std::istream& events);

/// A test that could not run says so in the last line of its log, `SKIPPED: reason`, and succeeds.
/// The reason, or nothing.
std::string skip_reason(std::istream& log);

}  // namespace mentat::command
