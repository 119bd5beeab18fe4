// Measures programs in turn: each round starts every program once and collects the samples that it
// prints (bench/samples.h), so that all share the machine, its drift and its neighbours. Only
// ratios of figures of one such run are meaningful. Errors: a program that cannot run, fails, or
// does not end in time is skipped from then on, with the reason; the others continue.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "bench/rows.h"

namespace mentat::bench {

struct measured_program {
  std::string system, mode;  // as in a row
  std::vector<std::string> command;
  std::vector<std::string> environment;  // NAME=VALUE, added to the driver's
  // free; one_core: all its processes on the first core; one_per_core: BENCH_PLACEMENT tells it to
  // put caller and callee on a core each (bench/peers/placement.h).
  std::string placement = "free";
};

// The samples of one row of a program, with their unit.
struct sampled_row {
  std::string unit;
  std::vector<double> samples;
  std::map<int, double> median_of_round;  // of the rounds in which the program printed the row
};

struct measured_system {
  measured_program program;
  std::map<std::string, sampled_row> rows;
  std::string skipped;  // the reason; empty: it ran
};

struct round_options {
  int rounds = 3;
  double longest = 120;  // seconds; limit for one start of a program
  // Seconds. After the first round, none begins that would exceed the budget if it took as long as
  // the previous one.
  double budget = 3600;
  std::string load = "idle";  // idle, or busy: one process spins for each core
};

std::vector<measured_system> measure_in_rounds(const std::vector<measured_program>& programs,
                                               const round_options& options);

// The samples of a row that the systems have in common rounds: `combined` of the medians of each
// round, so that a drift of the machine is in both.
std::vector<double> combined_by_round(const sampled_row& a, const sampled_row& b,
                                      const std::function<double(double, double)>& combined);
// Null if the system has no such row.
const sampled_row* sampled(const std::vector<measured_system>& systems, const std::string& name,
                           const std::string& system, const std::string& mode);

// The rows for the table and the JSON, in the order of the programs.
std::vector<row> rows_of(const std::string& bench, const std::vector<measured_system>& systems,
                         const std::string& load = "idle");
std::vector<skip> skipped_of(const std::string& bench, const std::vector<measured_system>& systems);

// The row with that name, system and mode; null if there is none.
const row* find_row(const std::vector<row>& rows, const std::string& name,
                    const std::string& system, const std::string& mode = {});

}  // namespace mentat::bench
