#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include "bench/in_process.h"
#include "bench/in_process_kernels.h"
#include "bench/rows.h"
#include "mmps/base/block_pool.h"

extern char** environ;

namespace mentat::bench {
namespace {

struct results {
  std::vector<row> rows;

  double add(const char* name, const char* system, std::vector<double> samples,
             const char* unit = "us", const char* placement = "free") {
    row made{.bench = "in_process",
             .name = name,
             .system = system,
             .mode = system == std::string("limit") ? "" : mode_of_this_process()};
    made.unit = unit;
    made.placement = placement;
    summarise(std::move(samples), made);
    rows.push_back(made);
    return made.median;
  }
};

void goal(const char* what, double reached, const char* unit, double most, const char* rule) {
  std::printf("%-64s %10.3f %-12s %s %g %s\n", what, reached, unit, rule, most,
              (rule[0] == '<' ? reached <= most : reached >= most) ? "" : "  MISSED");
}

// Measures Mentat and the limit in turn, so that both share the machine's state.
void beside_limit(results& all, const char* name, double (*ours)(std::size_t),
                  const char* limit_name, double (*limit)(std::size_t), std::size_t times,
                  int rounds, double max_ratio) {
  std::vector<double> measured, limits, ratios;
  for (int round = 0; round < rounds; ++round) {
    limits.push_back(limit(times) / 1000);
    measured.push_back(ours(times) / 1000);
    ratios.push_back(measured.back() / limits.back());
  }
  const double ours_us = all.add(name, "mentat", measured);
  const double limit_us = all.add(limit_name, "limit", limits);
  const double ratio = all.add((std::string(name) + "_ratio").c_str(), "mentat", ratios, "ratio");
  char text[128];
  std::snprintf(text, sizeof text, "%s: %.3f us, %s %.3f us; ratio", name, ours_us, limit_name,
                limit_us);
  goal(text, ratio, "x", max_ratio, "<=");
}

void pipelined(results& all, const char* name, double (*ours)(std::size_t), int rounds) {
  std::vector<double> measured;
  for (int round = 0; round < rounds; ++round) measured.push_back(ours(100000) / 1000);
  goal(name, all.add(name, "mentat", measured), "us a call", 0.25, "<=");
}

double cpu_seconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

void rest(double seconds) {
  timespec time{static_cast<time_t>(seconds),
                static_cast<long>((seconds - static_cast<time_t>(seconds)) * 1e9)};
  nanosleep(&time, nullptr);
}

void idle(results& all) {
  null_calls_regular(1000);
  rest(0.2);  // the sentinel's last polls
  const double before = cpu_seconds();
  rest(2);
  goal("an idle process: share of a core",
       all.add("idle_cpu", "mentat", {(cpu_seconds() - before) / 2 * 100}, "percent"), "%", 0.05,
       "<=");
}

pid_t start_workload() {
  std::string self = "/proc/self/exe", option = "--workload";
  char* arguments[] = {self.data(), option.data(), nullptr};
  pid_t child = 0;
  if (posix_spawn(&child, "/proc/self/exe", nullptr, nullptr, arguments, environ) != 0) {
    std::perror("in_process: cannot start itself");
    std::exit(125);
  }
  return child;
}

double wall_seconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

void side_by_side(results& all, int rounds) {
  std::vector<double> ratios;
  int status = 0;
  for (int round = 0; round < rounds; ++round) {
    const double begin = wall_seconds();
    waitpid(start_workload(), &status, 0);
    const double alone = wall_seconds() - begin;
    const double both_begin = wall_seconds();
    const pid_t first = start_workload(), second = start_workload();
    waitpid(first, &status, 0);
    waitpid(second, &status, 0);
    ratios.push_back((wall_seconds() - both_begin) / alone);
  }
  goal("two programs side by side, against one alone",
       all.add("side_by_side", "mentat", ratios, "ratio"), "x", 2.3, "<=");
}

void reductions(results& all, const char* what, const char* name,
                reduction (*reduce)(std::size_t, int), int rounds) {
  const reduction measured = reduce(10'000'000, rounds);
  std::vector<double> ratios;
  for (std::size_t i = 0; i < measured.plain.size(); ++i)
    ratios.push_back(measured.with_resolve[i] / measured.plain[i]);
  goal(what, all.add(name, "mentat", ratios, "ratio"), "x", 1.05, "<=");
}

void at_scale(results& all, int rounds) {
  std::vector<double> bytes, seconds, rates;
  for (int round = 0; round < (rounds > 3 ? 3 : rounds); ++round) {
    const outstanding measured = calls_outstanding(1'000'000);
    if (round == 0) bytes.push_back(measured.bytes_each);  // later rounds reuse the memory
    seconds.push_back(measured.seconds * 1e6 / 1e6);
  }
  goal("1,000,000 calls outstanding", all.add("outstanding_bytes", "mentat", bytes, "bytes"),
       "bytes each", 400, "<=");
  all.add("outstanding_call", "mentat", seconds);
  const std::size_t before = base::block_pool::carved();
  for (int round = 0; round < rounds; ++round) {
    const elaboration measured = fibonacci(28);
    rates.push_back(measured.calls / measured.seconds / 1e6);
  }
  goal("fibonacci by elaboration, 1.5 million calls",
       all.add("elaborated_calls", "mentat", rates, "calls/us"), "million/s", 2, ">=");
  goal("  and the memory that it added",
       all.add("elaboration_memory", "mentat",
               {static_cast<double>(base::block_pool::carved() - before) / 1048576}, "MiB"),
       "MiB", 64, "<=");
}

}  // namespace

int run_in_process(int argc, char** argv) {
  CLI::App line("What calls within one process cost, beside the limits that they are held against.",
                "in_process");
  std::string json;
  int rounds = 15;
  bool workload = false;
  line.add_option("--json", json, "also write the figures to this file");
  line.add_option("--rounds", rounds, "samples of each figure; the medians are shown")
      ->check(CLI::Range(1, 1000));
  line.add_flag("--workload", workload,
                "only do some work on all cores (used for the side-by-side figure)");
  try {
    line.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return line.exit(e) == 0 ? 0 : 2;
  }
  if (workload) return busy_work(2000) > 0 ? 0 : 1;
  if (mode_of_this_process() != "threads") {
    std::fprintf(stderr, "in_process: measures mode threads; unset MENTAT_MODE\n");
    return 2;
  }
  const machine here = this_machine();
  std::printf("%s, %u cores, a wake-up takes %.0f us; medians of %d rounds\n\n",
              here.processor.c_str(), here.cores, here.wake_us, rounds);
  results all;
  beside_limit(all, "null_call_regular", &null_calls_regular, "allocate_call_free",
               &allocate_call_free, 100000, rounds, 8);
  beside_limit(all, "null_call_persistent", &null_calls_persistent, "allocate_call_free",
               &allocate_call_free, 100000, rounds, 8);
  pipelined(all, "pipelined_regular", &pipelined_regular, rounds);
  pipelined(all, "pipelined_persistent", &pipelined_persistent, rounds);
  beside_limit(all, "across_workers", &across_workers, "pointer_queue", &pointer_queue_round_trip,
               100000, rounds, 2);
  reductions(all, "reduction over 10^7 doubles that may be delayed, against plain",
             "resolve_in_reduction", &reduce, rounds);
  reductions(all, "the same over doubles that are known to be actual", "no_resolve_in_reduction",
             &reduce_actual, rounds);
  at_scale(all, rounds);
  idle(all);
  side_by_side(all, rounds > 5 ? 5 : rounds);
  return json.empty() ? 0 : write_json(json, here, all.rows);
}

}  // namespace mentat::bench
