// The rows of Table I of [TOCS96] that exist within one process, with the paper's two columns, in microseconds.
#pragma once

#include <benchmark/benchmark.h>

namespace mentat::bench {

struct table1_row {
  const char* name;
  void (*measure)(benchmark::State&);
  double per_iteration;  // operations that one iteration stands for
  double sun, paragon;   // the paper's figures
};

// Primitives: parts of the run-time system by themselves (table1_primitives.cc).
void new_delete_message(benchmark::State&);
void new_delete_computation_instance(benchmark::State&);
void add_arc(benchmark::State&);
void construct_future_short(benchmark::State&);
void construct_future_100(benchmark::State&);
void rv_table_insert(benchmark::State&);
void rv_table_lookup(benchmark::State&);
void block_predicate(benchmark::State&);

// Composites: programs in the Mentat language (table1.mpl.cc).
void object_instantiation(benchmark::State&);
void object_destruction(benchmark::State&);
void null_rpc_persistent(benchmark::State&);
void pipelined_null_rpc_persistent(benchmark::State&);
void null_rpc_regular(benchmark::State&);
void pipelined_null_rpc_regular(benchmark::State&);

// Reads the command line, measures, prints the table and writes JSON. The exit status.
int run_table1(int argc, char** argv);

}  // namespace mentat::bench
