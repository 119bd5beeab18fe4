#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tools/mentat/command_line.h"
#include "tools/mentat/problem.h"
#include "tools/mentat/program_runs.h"

namespace mentat::command {

/// Runs a program in mode serial with different open choices (docs/verify_choices.md), to find
/// whether its answer depends on one.
struct choices_request {
  arguments program;
  std::filesystem::path input = "/dev/null";
  int seeds = 20;           // runs with random choices
  bool exhaustive = false;  // instead: every list of choices
  int max_runs = 10'000;    // of an exhaustive search
};

/// A choice in words, from a record of rts/executor/recorded_choices.h.
struct made_choice {
  std::size_t candidates = 0, chosen = 0;
  std::string place;         // of the running call; may be empty
  std::string first, other;  // the first candidate, and the chosen one
};
/// Empty if the line is malformed.
std::optional<made_choice> read_choice(const std::string& line);

struct choices_verdict {
  std::size_t runs = 0;
  std::size_t choices = 0;       // the greatest number of one run
  bool complete = false;         // every list of choices was tried
  std::string difference;        // how two answers differ; empty: all are the same
  std::size_t number = 0;        // of the choice that decides, from 1
  std::optional<made_choice> decides;
  std::string not_compared;      // why nothing is compared; else empty
};
expected<choices_verdict> verify_choices(const choices_request& wanted,
                                         const std::filesystem::path& folder);

/// The list of choices that an exhaustive search tries after one whose record has these lines:
/// the last choice that has another candidate takes it, later choices are dropped. Empty: that was
/// the last list.
std::vector<std::string> next_list(std::vector<std::string> record);

}  // namespace mentat::command
