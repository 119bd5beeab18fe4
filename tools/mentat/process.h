#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/mentat/problem.h"

namespace mentat::command {

/// A program to run, with redirections of its standard streams (inherited by default) and additions
/// to its environment. An output file is created or truncated.
struct program_call {
  /// The first one is the program: a path, or a name looked up in PATH.
  std::vector<std::string> arguments;
  std::vector<std::pair<std::string, std::string>> environment = {};
  std::optional<std::filesystem::path> standard_input = {};
  std::optional<std::filesystem::path> standard_output = {};
  std::optional<std::filesystem::path> standard_error = {};
  std::filesystem::path working_directory = {};
  /// run() kills the program then.
  std::optional<std::chrono::milliseconds> longest = {};
  /// It begins with no signal blocked, and with the usual handling of SIGPIPE.
  bool unblocks_signals = false;
  /// It begins with SIGTERM ignored.
  bool ignores_termination = false;
};

/// How a program ended.
struct program_end {
  int exit_code = 0;  // meaningful if signal is 0
  int signal = 0;
  bool was_too_long = false;  // it was killed because it ran longer than it may

  bool good() const { return exit_code == 0 && signal == 0; }
  /// As in a shell: the exit code, or 128 + the signal number.
  int status() const { return signal != 0 ? 128 + signal : exit_code; }
  bool operator==(const program_end&) const = default;
};

/// "exit status 3", "signal 11 (Segmentation fault)", "no end before the time-out".
std::string describe(const program_end& end);

/// Says on standard error that a signal has ended the program. Returns end.status().
int report_end(const std::string& program, const program_end& end);

/// Quotes the word for a shell.
std::string quoted(const std::string& word);
/// The command as it can be pasted into a shell.
std::string line_of(const std::vector<std::string>& words);

/// Whether there is such a program; a problem as of start().
expected<void> check_program(const std::string& name);

/// Starts the program; the caller waits for it. The problem's exit status is 127 if there is no
/// such program, 126 if it cannot be executed.
expected<pid_t> start(const program_call& call);

/// Waits for one program. Forwards SIGINT, SIGTERM and SIGHUP to it meanwhile. Kills it after
/// `longest`.
program_end wait_for(pid_t child, std::optional<std::chrono::milliseconds> longest = {});

/// How the child has ended; nothing: it still runs. Does not wait.
expected<std::optional<program_end>> end_so_far(pid_t child);

/// Combines start and wait_for.
expected<program_end> run(const program_call& call);

/// Runs the calls, at most `parallel` at a time, despite failures. Returns results in the order of
/// calls. `when_ended` is called at the end of each process, before the next one starts; starts no
/// more calls after it returned false, and the results of those are problems.
std::vector<expected<program_end>> run_all(
    const std::vector<program_call>& calls, unsigned parallel,
    const std::function<bool(std::size_t call, const program_end&)>& when_ended = {});

/// The signal that interrupted such a program; 0: none.
int interrupting_signal();

/// Runs a program that answers a question of this one. A signal that came meanwhile ends this
/// process behind it: there is nobody else whom it was meant for.
expected<program_end> run_probe(const program_call& call);

/// Its standard output.
expected<std::string> output_of(program_call call);

/// The path of `name` in PATH, or nothing.
std::optional<std::filesystem::path> in_path(const std::string& name);

}  // namespace mentat::command
