// The operations of Table I of [TOCS96] that a program can measure in its own mode; bench/peers
// measures message_transport and its derivatives. The driver combines them
// (bench/driver/table1.cc).
#pragma once

#include <benchmark/benchmark.h>

namespace mentat::bench {

// Primitives: isolated parts of the run-time system (primitives.cc).
void new_delete_message(benchmark::State&);
void new_delete_computation_instance(benchmark::State&);
void add_arc(benchmark::State&);
void construct_future_short(benchmark::State&);
void construct_future_100(benchmark::State&);
void rv_table_insert(benchmark::State&);
void rv_table_lookup(benchmark::State&);
void block_predicate(benchmark::State&);

// Composites: programs in the Mentat language (composites.mpl.cc).
void object_instantiation(benchmark::State&);
void object_destruction(benchmark::State&);
void null_rpc_persistent(benchmark::State&);
void pipelined_null_rpc_persistent(benchmark::State&);
void null_rpc_regular(benchmark::State&);
void pipelined_null_rpc_regular(benchmark::State&);
// Reports the CPU time of all processes of the program in place of the time that passes.
void cpu_time_of_null_rpc_regular(benchmark::State&);

// By hand in one process: an object of the size of a call is allocated, called and freed.
void allocate_call_free(benchmark::State&);

// Reads the command line, measures, gives samples. Returns the exit status.
int run_table1(int argc, char** argv);

}  // namespace mentat::bench
