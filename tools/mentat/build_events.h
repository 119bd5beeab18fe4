#pragma once

#include <deque>
#include <filesystem>
#include <istream>
#include <string>
#include <vector>

namespace mentat::command {

/// flaky: it failed, and passed at another attempt. Its log is that of the failure.
enum class test_outcome { passed, failed, skipped, flaky };

/// One test, with the path of its log if it ran.
struct test_result {
  std::string name;
  test_outcome outcome = test_outcome::failed;
  std::string reason;
  std::filesystem::path log;
};

/// Reads the file of `bazel test --build_event_json_file`, one JSON object a line. Returns every
/// requested test, sorted by name; a test without a verdict has failed. Skips lines that are not
/// JSON: a killed Bazel leaves the last line incomplete.
std::vector<test_result> read_build_events(std::istream& events);

/// Returns the reason of a skipped test, else nothing. A test that cannot run succeeds, and
/// `SKIPPED: reason` is the last line of its log.
std::string skip_reason(std::istream& log);

/// The last 20 lines of a log, each cut to 300 bytes.
std::deque<std::string> last_lines(std::istream& log);

}  // namespace mentat::command
