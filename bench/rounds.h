// Programs that are measured in turn: each round starts every program once and collects the samples
// that it prints (bench/samples.h), so that all of them see the same machine, its drift and its
// neighbours. Only ratios of figures of one such run mean anything. Errors: a program that cannot
// run, fails, or does not end in time is skipped from then on, with the reason; the others go on.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bench/rows.h"

namespace mentat::bench {

struct measured_program {
  std::string system, mode;  // as in a row
  std::vector<std::string> command;
  std::vector<std::string> environment;  // NAME=VALUE, added to ours
  // free; one_core: every process of it on the first core; one_per_core: it is told so in
  // BENCH_PLACEMENT, and puts caller and callee on a core each (bench/peers/placement.h).
  std::string placement = "free";
};

// Of one program: row, and what it needs to become one.
struct sampled_row {
  std::string unit;
  std::vector<double> samples;
};

struct measured_system {
  measured_program program;
  std::map<std::string, sampled_row> rows;
  std::string skipped;  // why; empty: it ran
};

struct round_options {
  int rounds = 3;
  double longest = 120;  // seconds that one start of a program may take
  // Seconds. Behind the first, no round begins that would not end within them, if it took as long
  // as the one before.
  double budget = 3600;
  std::string load = "idle";  // idle, or busy: one process spins for each core
};

std::vector<measured_system> measure_in_rounds(const std::vector<measured_program>& programs,
                                               const round_options& options);

// Their rows for the table and the JSON, in the order of the programs.
std::vector<row> rows_of(const std::string& bench, const std::vector<measured_system>& systems,
                         const std::string& load = "idle");
std::vector<skip> skipped_of(const std::string& bench, const std::vector<measured_system>& systems);

// The row that all of these name; null if there is none.
const row* find_row(const std::vector<row>& rows, const std::string& name,
                    const std::string& system, const std::string& mode = {});

}  // namespace mentat::bench
