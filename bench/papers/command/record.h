// What a run of `./mentat bench papers` found: rows of virtual time, rows of today, and the
// machine. Values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "bench/papers/then/findings.h"
#include "bench/rows.h"

namespace mentat::bench::papers {

// A figure of a paper, measured today.
struct measured_row {
  std::string table, row;
  std::string unit;  // s, ms, pairs/s; a quotient: x
  double paper = 0;  // 0: the paper has none
  double ours = 0;

  // How many times faster today is; of a quotient, ours over the paper's. 0: the paper has none.
  [[nodiscard]] double ratio() const;
};

// An application by one way of sharing.
struct application_row {
  std::string application, input, paradigm;
  unsigned processes = 1;
  double seconds = 0;
  double speed_up = 0;                               // over one process of the same paradigm
  double over_by_hand = 0;                           // over the plain loop
  double paper_seconds = 0, paper_speed_up = 0;      // 0: the paper has none
  std::optional<std::uint64_t> messages{}, bytes{};  // of the whole run; none: nothing is sent
  int jobs = 0;
  std::int64_t nodes = 0;  // of a search
  std::string fault{};     // empty: the answer is that of the plain loop
};

// An input that was left out.
struct left_out {
  std::string input, why;
};

struct record {
  machine on;
  double load = 0;  // processes that wanted to run in the minute before
  int runs = 1;     // of which the quickest counts
  std::vector<then::finding> then;
  std::vector<measured_row> now;
  std::vector<application_row> applications;
  std::vector<left_out> skipped;
};

std::string json_of(const record& of);
// Errors: one line about the first thing that is not as json_of writes it.
tl::expected<record, std::string> record_of(const std::string& json);

}  // namespace mentat::bench::papers
