// The output of every benchmark: rows of figures, printed as a table and written as JSON in the
// schema of docs/benchmarks.md. `system` is "mentat", "by_hand", "limit" or a peer's name; times
// are microseconds unless `unit` says otherwise.
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

// Stores median, mean, minimum and 99th percentile (the maximum, below 100 samples) in the row.
// REQUIRES: `samples` is not empty.
void summarise(std::vector<double> samples, row& into);

struct machine {
  std::string host, processor, kernel, compiler, date;
  unsigned cores = 0;
  double wake_us = 0;  // median time from a futex wake-up on one thread until the sleeper runs
};
machine this_machine();

std::string mode_of_this_process();

// A measurement that was skipped, and the reason.
struct skip {
  std::string bench, system, mode, why;
};

// Returns 0, or 2 with a message if the file cannot be written; leaves no partial file.
int write_json(const std::string& file, const machine& measured_on, const std::vector<row>& rows,
               const std::vector<skip>& skipped = {});

// Reads a file of write_json. Returns 0, or 2 with a message.
int read_json(const std::string& file, machine& measured_on, std::vector<row>& rows,
              std::vector<skip>& skipped);

}  // namespace mentat::bench
