// The measurements of `bench in_process`: the cost of calls within one process, beside their
// limits.
#pragma once

#include <cstddef>
#include <vector>

namespace mentat::bench {

// Programs in the Mentat language (in_process.mpl.cc). Times in nanoseconds.
double null_calls_regular(std::size_t times);  // each: a call and the strict use of its result
double null_calls_persistent(std::size_t times);
double pipelined_regular(std::size_t times);  // in batches of 1,000 calls, then their uses
double pipelined_persistent(std::size_t times);
double across_workers(std::size_t times);  // two callers, on two workers, call one object

struct outstanding {
  // Resident memory of one more call: call, arc, table entry, variable.
  double bytes_each = 0;
  double seconds = 0;  // from the first call to the last result
};
outstanding calls_outstanding(std::size_t calls);

struct elaboration {
  double calls = 0, seconds = 0;
};
elaboration fibonacci(int n);

struct reduction {
  std::vector<double> with_resolve, plain;  // seconds, measured in turn
};
reduction reduce_actual(std::size_t values, int rounds);
reduction reduce(std::size_t values, int rounds);

double busy_work(int parts);  // seconds; background load for another program

// Reads the command line, measures, prints, writes JSON. Returns the exit status.
int run_in_process(int argc, char** argv);

}  // namespace mentat::bench
