// Which call made which, and the longest chain of calls that had to run one after the other.
//
// The maker of a call is the one on whose stack it ran, or the one that a recording of level `full`
// names, or the first that waited for it. Calls of different processes are not connected.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tools/record/strands.h"
#include "tools/record/trace.h"

namespace mentat::command {

class call_graph {
 public:
  static constexpr std::size_t none = call_finder::none;

  /// `of` outlives it.
  explicit call_graph(const trace& of);

  /// `none`: it is not known.
  [[nodiscard]] std::size_t maker(std::size_t call) const { return made_[call].by; }
  /// Whether the call, or a part of it, is on the critical path to the end that came last.
  [[nodiscard]] bool is_critical(std::size_t call) const { return critical_[call]; }
  /// How long calls of that path ran, in nanoseconds.
  [[nodiscard]] std::int64_t critical_time() const { return critical_time_; }

 private:
  struct making {
    std::size_t by = none;
    std::int64_t at = 0;
    bool is_on_stack = false;
  };

  void find_makers();
  void walk();
  void mark(std::size_t call, std::int64_t begin, std::int64_t end);
  struct step {
    std::size_t call = none;
    std::int64_t until = 0;
  };
  step step_back(const step& from);

  const trace& of_;
  const call_finder find_;
  std::vector<making> made_;                        // by call
  std::vector<std::vector<std::size_t>> on_stack_;  // by call: calls that ran on its stack
  std::vector<std::vector<std::size_t>> pauses_;    // by call: its own and those above it
  std::vector<bool> critical_;
  std::int64_t critical_time_ = 0;
};

}  // namespace mentat::command
