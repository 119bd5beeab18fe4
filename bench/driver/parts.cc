// Parts of the run-time system beside equivalents: spilling beside LMDB, the network beside ZeroMQ
// by hand, a process for an object beside starting the program. Each has its own measuring program.
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string>

#include "bench/driver/workload.h"

namespace mentat::bench {
namespace {

namespace fs = std::filesystem;

// Runs a program that writes its figures with --json; prefixes its rows with `prefix`.
void take_rows(const plan& with, measured_program program, const std::string& prefix,
               figures& into) {
  const fs::path file =
      fs::temp_directory_path() / ("mentat-bench-" + std::to_string(getpid()) + ".json");
  program.command.insert(program.command.end(), {"--json", file});
  const std::vector<measured_system> ran =
      measure_in_rounds({program}, {.rounds = 1, .load = with.under.load});
  for (skip& each : skipped_of("parts", ran)) into.skipped.push_back(std::move(each));
  figures read;
  if (ran[0].skipped.empty() && read_json(file, read.on, read.rows, read.skipped) == 0)
    for (row& each : read.rows) {
      each.bench = "parts";
      each.name = prefix + each.name;
      each.placement = program.placement;
      each.load = with.under.load;
      into.rows.push_back(std::move(each));
    }
  std::error_code ignored;
  fs::remove(file, ignored);
}

void ratio(figures& into, const char* name, const char* mode, const char* above,
           const char* above_system, const char* below, const char* below_system,
           const conditions& where) {
  const row* ours = into.find("parts", above, above_system, mode, where);
  const row* others = into.find("parts", below, below_system, mode, where);
  if (!ours || !others) return;
  const row a = *ours, b = *others;
  into.derive_ratio({.bench = "parts", .name = name, .system = "mentat", .mode = mode}, &a, &b);
}

}  // namespace

void measure_parts(const plan& with, figures& into) {
  measured_program zygote =
      program_of(with, "mentat", "zygote/zygote", {std::to_string(with.rounds(3, 21, 101))});
  zygote.mode = "processes";
  zygote.environment = {"MENTAT_MODE=processes", "MENTAT_IM__ISOLATION=process"};
  std::vector<measured_program> programs = {zygote};
  // One round takes 15 seconds.
  if (with.how_much != extent::smoke)
    programs.push_back(peer_of(with, "mentat", "spill", {std::to_string(with.rounds(0, 1, 5))}));
  into.add("parts",
           measure_in_rounds(programs, {.rounds = 1, .longest = 300, .load = with.under.load}),
           with.under.load);
  ratio(into, "spill_64_over_lmdb", "", "spill_file_write_64", "mentat", "lmdb_tags_write_64",
        "mentat", with.under);
  ratio(into, "spill_4096_over_lmdb", "", "spill_file_write_4096", "mentat", "lmdb_tags_write_4096",
        "mentat", with.under);
  // Each party has its own core, as with a host of its own.
  measured_program network = program_of(with, "mentat", "over_network",
                                        {"--rounds", std::to_string(with.rounds(1, 5, 11))});
  if (with.under.placement == "free") network.placement = "one_per_core";
  take_rows(with, network, "network_", into);
  ratio(into, "network_null_call_over_by_hand", "processes", "network_null_call", "mentat",
        "network_null_call", "by_hand", {network.placement, with.under.load});
}

}  // namespace mentat::bench
