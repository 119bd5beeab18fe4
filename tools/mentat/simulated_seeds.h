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

/// What `mentat sim` runs: a program in mode sim, once for each seed, a process each.
struct simulation {
  std::vector<std::string> program;  // with its arguments
  std::vector<std::pair<std::string, std::string>> settings;  // of every seed, as its environment
  std::filesystem::path input = "/dev/null";
  unsigned parallel = 1;
};

/// How a seed ended.
struct seed_outcome {
  std::uint64_t seed = 0;
  program_end end;
  std::string failure;   // why the answer is wrong; empty if it is not
  std::string scenario;  // "4 hosts, 2 workers on each, ..."
  std::string trace;     // hash of everything that happened, in hexadecimal
  std::string trace_error;  // why the trace was not written
  std::string errors;    // what was printed on standard error, of a failure
  std::string fault;            // that may have made calls fail: "process 3 of host 2 died"
  bool ended_by_fault = false;  // with an error, after that fault
};

/// Runs seeds and compares each with the program in mode serial. One thread.
class simulated_seeds {
 public:
  /// Runs the program in mode serial. A problem has exit status 2 if the program cannot be
  /// simulated: it does not run, or is no Mentat program.
  static expected<simulated_seeds> begin(const simulation& wanted, std::filesystem::path folder);

  /// These seeds, in their order; ends behind the first that fails. A problem has exit status 2 if
  /// the program waits outside of Mentat, 128 and the number of the signal if it was interrupted.
  expected<std::vector<seed_outcome>> run(const std::vector<std::uint64_t>& seeds);
  const program_end& reference() const { return reference_; }

 private:
  simulated_seeds(const simulation& wanted, std::filesystem::path folder)
      : wanted_(wanted), folder_(std::move(folder)) {}
  program_call call_of(const std::string& mode, const std::string& name) const;
  std::string debugger_command(std::uint64_t seed) const;
  expected<seed_outcome> judge(std::uint64_t seed, const program_end& end) const;

  simulation wanted_;
  std::filesystem::path folder_;
  program_end reference_;
};

}  // namespace mentat::command
