#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/mentat/problem.h"

namespace mentat::command {

/// A program to be run: where its three standard streams go when they are not inherited, and what
/// is added to its environment. A file named for output is created or emptied.
struct program_call {
  std::vector<std::string>
      arguments;  // the first one is the program: a path, or a name looked up in PATH
  std::vector<std::pair<std::string, std::string>> environment = {};
  std::optional<std::filesystem::path> standard_input = {};
  std::optional<std::filesystem::path> standard_output = {};
  std::optional<std::filesystem::path> standard_error = {};
  std::filesystem::path working_directory = {};
};

/// How a program ended.
struct program_end {
  int exit_code = 0;  // meaningful if signal is 0
  int signal = 0;

  bool good() const { return exit_code == 0 && signal == 0; }
  /// As a shell gives it: the exit code, or 128 + the number of the signal.
  int status() const { return signal != 0 ? 128 + signal : exit_code; }
  bool operator==(const program_end&) const = default;
};

/// "exit status 3", "signal 11 (Segmentation fault)".
std::string describe(const program_end& end);

/// The word as one types it into a shell.
std::string quoted(const std::string& word);

/// Starts the program; the caller waits for it. A problem has exit status 127 if there is no such
/// program, 126 if it cannot be executed.
expected<pid_t> start(const program_call& call);

/// Waits for one program. SIGINT, SIGTERM and SIGHUP that arrive meanwhile are handed on to it.
program_end wait_for(pid_t child);

/// start and wait_for.
expected<program_end> run(const program_call& call);

/// Runs the calls, at most `parallel` at a time, and goes on when some fail; ends in the order of
/// calls. After one for which `ends_all` says so, none is started; those are problems.
std::vector<expected<program_end>> run_all(
    const std::vector<program_call>& calls, unsigned parallel,
    const std::function<bool(const program_end&)>& ends_all = {});

/// The signal that has interrupted a program of these; 0: none.
int interrupting_signal();

/// What a program printed to standard output.
expected<std::string> output_of(program_call call);

/// Where PATH has the program, or nothing.
std::optional<std::filesystem::path> in_path(const std::string& name);

}  // namespace mentat::command
