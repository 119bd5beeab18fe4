#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tools/mentat/problem.h"
#include "tools/mentat/process.h"

namespace mentat::command {

/// The job of `mentat sim`: a program in mode sim, one process for each seed.
struct simulation {
  std::vector<std::string> program;                           // with its arguments
  std::vector<std::pair<std::string, std::string>> settings;  // added to each environment
  std::filesystem::path input = "/dev/null";
  unsigned parallel = 1;
};

/// The result of one seed.
struct seed_outcome {
  std::uint64_t seed = 0;
  program_end end;
  std::string failure;          // why the answer is wrong; empty if it is right
  std::string scenario;         // "4 hosts, 2 workers on each, ..."
  std::string trace;            // hash of all events, in hexadecimal
  std::string trace_error;      // why the trace was not written
  std::string errors;           // standard error of a failed seed
  std::string fault;            // a fault that may fail calls: "process 3 of host 2 died"
  bool ended_by_fault = false;  // ended with an error after that fault
};

/// Runs seeds and compares each with the program in mode serial. One thread.
class simulated_seeds {
 public:
  /// Runs the program in mode serial. A problem has exit status 2 if the program does not run.
  static expected<simulated_seeds> begin(const simulation& wanted, std::filesystem::path folder);

  /// Runs the seeds in order; stops after the first failure. Keeps the outputs of the seeds that
  /// run now, and no others. A problem has exit status 2 if the program waits outside of Mentat or
  /// is not a Mentat program, 1 if no space is left in the folder, 128 + the signal number if it
  /// was interrupted.
  expected<std::vector<seed_outcome>> run(const std::vector<std::uint64_t>& seeds);
  const program_end& reference() const { return reference_; }

 private:
  simulated_seeds(const simulation& wanted, std::filesystem::path folder)
      : wanted_(wanted), folder_(std::move(folder)) {}
  program_call call_of(const std::string& mode, const std::string& name) const;
  std::string debugger_command(std::uint64_t seed) const;
  expected<seed_outcome> judge(std::uint64_t seed, const program_end& end) const;
  expected<seed_outcome> judge_and_remove(std::uint64_t seed, const program_end& end) const;

  simulation wanted_;
  std::filesystem::path folder_;
  program_end reference_;
};

}  // namespace mentat::command
