#include <CLI/CLI.hpp>
#include <cstdio>
#include <map>

#include "bench/rows.h"
#include "bench/table1_rows.h"

namespace mentat::bench {
namespace {

constexpr double batch = 1000;
const table1_row table1[] = {
    {"new_delete_message", &new_delete_message, 1, 16, 16},
    {"new_delete_computation_instance", &new_delete_computation_instance, 1, 21, 15},
    {"add_arc", &add_arc, batch, 3, 3},
    {"construct_future_short", &construct_future_short, 1, 57, 6},
    {"construct_future_100", &construct_future_100, 1, 1684, 910},
    {"rv_table_insert", &rv_table_insert, 16, 13, 20},
    {"rv_table_lookup", &rv_table_lookup, 16, 10, 20},
    {"block_predicate", &block_predicate, 1, 170, 48},
    {"object_instantiation", &object_instantiation, batch, 235800, 621000},
    {"object_destruction", &object_destruction, batch, 2400, 300},
    {"null_rpc_persistent", &null_rpc_persistent, 1, 3960, 1280},
    {"pipelined_null_rpc_persistent", &pipelined_null_rpc_persistent, 100, 775, 413},
    {"null_rpc_regular", &null_rpc_regular, 1, 12320, 520800},
    {"pipelined_null_rpc_regular", &pipelined_null_rpc_regular, 100, 2950, 10210},
};

// Collects the time of each repetition; prints nothing by itself.
class collector final : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs)
      if (run.run_type == Run::RT_Iteration && !run.error_occurred)
        samples[run.run_name.function_name].push_back(run.GetAdjustedRealTime());  // ns per iteration
  }
  std::map<std::string, std::vector<double>> samples;
};

void print(const std::vector<row>& rows, const machine& here) {
  std::printf("Table I [TOCS96], microseconds; %s, %u cores, a wake-up takes %.0f us\n\n", here.processor.c_str(), here.cores,
              here.wake_us);
  std::printf("%-34s %10s %10s %10s %5s %12s %12s\n", "", rows.front().mode.c_str(), "min", "p99", "n", "Sun 4 (1996)",
              "Paragon");
  std::size_t i = 0;
  for (const row& r : rows) {
    while (table1[i].name != r.name) ++i;
    std::printf("%-34s %10.4f %10.4f %10.4f %5zu %12.0f %12.0f\n", r.name.c_str(), r.median, r.min, r.p99, r.n, table1[i].sun,
                table1[i].paragon);
  }
}

}  // namespace

int run_table1(int argc, char** argv) {
  CLI::App line("The costs of the run-time system within one process, beside those of Table I of the Mentat paper.", "table1");
  std::string json, only;
  int repetitions = 11;
  double seconds = 0.05;
  line.add_option("--json", json, "also write the figures to this file");
  line.add_option("--row", only, "measure this row only");
  line.add_option("--repetitions", repetitions, "samples of each row; the table shows their median")->check(CLI::Range(1, 1000));
  line.add_option("--seconds", seconds, "about how long one sample takes")->check(CLI::Range(0.001, 60.0));
  try {
    line.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return line.exit(e) == 0 ? 0 : 2;
  }
  bool any = false;
  for (const table1_row& r : table1) {
    if (!only.empty() && only != r.name) continue;
    any = true;
    benchmark::RegisterBenchmark(r.name, r.measure)->Repetitions(repetitions)->MinTime(seconds)->UseRealTime();
  }
  if (!any) {
    std::fprintf(stderr, "table1: there is no row '%s'; the rows are:\n", only.c_str());
    for (const table1_row& r : table1) std::fprintf(stderr, "  %s\n", r.name);
    return 2;
  }
  const machine here = this_machine();
  collector collected;
  benchmark::RunSpecifiedBenchmarks(&collected);
  std::vector<row> rows;
  for (const table1_row& r : table1) {
    const auto found = collected.samples.find(r.name);
    if (found == collected.samples.end()) continue;
    row measured{.bench = "table1", .name = r.name, .system = "mentat", .mode = mode_of_this_process()};
    std::vector<double> samples = found->second;
    for (double& sample : samples) sample /= r.per_iteration * 1000;
    summarise(samples, measured);
    rows.push_back(measured);
  }
  print(rows, here);
  return json.empty() ? 0 : write_json(json, here, rows);
}

}  // namespace mentat::bench
