#include "bench/table1/program.h"

#include <CLI/CLI.hpp>
#include <string>

#include "bench/samples.h"

namespace mentat::bench {
namespace {

struct operation {
  const char* name;
  void (*measure)(benchmark::State&);
  double per_iteration;  // operations in one iteration
  // In a sample; 0: as many as fill the time. Untimed parts take longer than timed ones.
  std::size_t iterations = 0;
  bool gives_its_time = false;  // itself, in place of the time that passes
};

constexpr double batch = 1000;
const operation operations[] = {
    {"new_delete_message", &new_delete_message, 1},
    {"new_delete_computation_instance", &new_delete_computation_instance, 1},
    {"add_arc", &add_arc, batch},
    {"construct_future_short", &construct_future_short, 1},
    {"construct_future_100", &construct_future_100, 1},
    {"rv_table_insert", &rv_table_insert, 16},
    {"rv_table_lookup", &rv_table_lookup, 16},
    {"block_predicate", &block_predicate, 1},
    {"object_instantiation", &object_instantiation, 100, 10},
    {"object_destruction", &object_destruction, 100, 10},
    {"null_rpc_persistent", &null_rpc_persistent, 1},
    {"pipelined_null_rpc_persistent", &pipelined_null_rpc_persistent, 100},
    {"null_rpc_regular", &null_rpc_regular, 1},
    {"pipelined_null_rpc_regular", &pipelined_null_rpc_regular, 100},
    {"cpu_time_of_null_rpc_regular", &cpu_time_of_null_rpc_regular, 512, 100, true},
    {"allocate_call_free", &allocate_call_free, 1},
};

// Gives the time of each repetition, without other output.
class giver final : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration || run.error_occurred) continue;
      for (const operation& each : operations)
        if (run.run_name.function_name == each.name)  // run time is in nanoseconds
          give_sample(each.name, run.GetAdjustedRealTime() / (each.per_iteration * 1000));
    }
  }
};

}  // namespace

int run_table1(int argc, char** argv) {
  CLI::App line("The operations of Table I of the Mentat paper, in the mode of this process.",
                "table1");
  std::string only;
  int repetitions = 5;
  double seconds = 0.02;
  line.add_option("--row", only, "measure this row only");
  line.add_option("--repetitions", repetitions, "samples of each row")->check(CLI::Range(1, 1000));
  line.add_option("--seconds", seconds, "about how long one sample takes")
      ->check(CLI::Range(0.001, 60.0));
  try {
    line.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return line.exit(e) == 0 ? 0 : 2;
  }
  for (const operation& each : operations)
    if (only.empty() || only == each.name) {
      auto* made = benchmark::RegisterBenchmark(each.name, each.measure)->Repetitions(repetitions);
      each.gives_its_time ? made->UseManualTime() : made->UseRealTime();
      if (each.iterations != 0)
        made->Iterations(static_cast<benchmark::IterationCount>(each.iterations));
      else
        made->MinTime(seconds);
    }
  giver reporter;
  if (benchmark::RunSpecifiedBenchmarks(&reporter) > 0) return 0;
  std::fprintf(stderr, "table1: there is no row '%s'\n", only.c_str());
  return 2;
}

}  // namespace mentat::bench
