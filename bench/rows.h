// What every benchmark gives: rows of measured figures, printed as a table and written as JSON in
// the schema of docs/benchmarks.md. `system` is "mentat", "by_hand", "limit" or a peer's name;
// times are microseconds unless `unit` says otherwise.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace mentat::bench {

struct row {
  std::string bench, name, system, mode;
  std::string placement = "free", load = "idle", unit = "us";
  double median = 0, mean = 0, min = 0, p99 = 0;
  std::size_t n = 0;
};

// Median, mean, minimum and 99th percentile (the largest, below 100 samples) into the row. Not
// empty.
void summarise(std::vector<double> samples, row& into);

struct machine {
  std::string host, processor, kernel, compiler, date;
  unsigned cores = 0;
  double wake_us = 0;  // from a futex wake-up on one thread until the sleeper runs, median
};
machine this_machine();

std::string mode_of_this_process();

// What was not measured, and why.
struct skip {
  std::string bench, system, mode, why;
};

// 0, or 2 with a message if the file cannot be written; nothing half-written is left.
int write_json(const std::string& file, const machine& measured_on, const std::vector<row>& rows,
               const std::vector<skip>& skipped = {});

// 0, or 2 with a message. A file that write_json made.
int read_json(const std::string& file, machine& measured_on, std::vector<row>& rows,
              std::vector<skip>& skipped);

}  // namespace mentat::bench
