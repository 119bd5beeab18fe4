#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/mentat/command_line.h"
#include "tools/mentat/problem.h"
#include "tools/mentat/process.h"

namespace mentat::command {

/// A finished run of a program: how it ended, and the files of its output.
struct execution {
  std::string mode;
  int number = 0;  // among the runs of that mode, from 1
  program_end end;
  std::filesystem::path output;
  std::filesystem::path errors;

  std::string name() const { return "mode " + mode + " (run " + std::to_string(number) + ")"; }
};

/// Runs the program once. Its output goes to files in `folder`.
struct run_request {
  const arguments& program;
  const std::filesystem::path& input;
  const std::filesystem::path& folder;
  std::vector<std::pair<std::string, std::string>> environment = {};
  std::optional<std::chrono::milliseconds> longest = {};  // then it is killed
};
expected<execution> execute(const run_request& wanted, const std::string& mode, int number);

/// The differences of an execution's output and way of ending from a reference's, in sentences;
/// empty if they agree. The output of a killed program is not compared.
expected<std::string> distinction(const execution& reference, const execution& other);

/// Copies the execution's standard error to that of this process.
void show_errors(const execution& of);

/// Why a program that ends the same in every mode cannot be compared: it did not begin (2: a wrong
/// setting, 126, 127), or the run-time system gave up (125). Empty if it ran.
std::string why_not_compared(const execution& done);

}  // namespace mentat::command
