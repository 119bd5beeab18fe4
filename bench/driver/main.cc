// The driver of the benchmarks: `driver WORKLOAD [--quick | --smoke] [--json FILE] [--svg FOLDER]`.
// Exit status: 0; 1 if --against found a fault; 2 wrong usage, or a file that cannot be written.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "bench/driver/workload.h"

namespace mentat::bench {
namespace {

namespace fs = std::filesystem;

struct known_workload {
  const char* name;
  workload measure;
  void (*print)(const figures&);  // null: a plain table
};

const known_workload workloads[] = {
    {"table1", &measure_table1, &print_table1}, {"table2", &measure_table2, &print_table2},
    {"metg", &measure_metg, &print_metg},       {"peers", &measure_peers, &print_peers},
    {"scale", &measure_scale, nullptr},
};

int write_text(const std::string& file, const std::string& text) {
  std::ofstream out(file);
  out << text;
  out.flush();
  if (out) return 0;
  std::fprintf(stderr, "bench: cannot write %s\n", file.c_str());
  return 2;
}

int write_pictures(const figures& of, const std::string& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  for (const picture& each : of.pictures) {
    if (const int status = write_text(fs::path(folder) / each.file, each.svg)) return status;
  }
  return 0;
}

int write_page(const figures& of, const std::string& file) {
  const fs::path folder = fs::path(file).parent_path() / "performance";
  if (const int failed = write_pictures(of, folder)) return failed;
  return write_text(file, page_of(of, "performance"));
}

// The status.
int check_against(const figures& now, const std::string& file) {
  figures recorded;
  if (const int failed = read_json(file, recorded.on, recorded.rows, recorded.skipped))
    return failed;
  const std::vector<std::string> faults = compare(now, recorded);
  for (const std::string& each : faults)
    std::printf("worse than %s: %s\n", file.c_str(), each.c_str());
  return faults.empty() ? 0 : 1;
}

std::string folder_of_programs() {
  return fs::read_symlink("/proc/self/exe").parent_path().parent_path();
}

int run(int argc, char** argv) {
  CLI::App line("Measures the run-time system beside its limits and its peers, all in one run.",
                "mentat bench");
  std::string name, json, svg, page, against;
  bool quick = false, smoke = false;
  plan with;
  with.built = folder_of_programs();
  const char* peers = std::getenv("MENTAT_BENCH_PEERS");
  if (peers) with.peers = peers;
  line.add_option("NAME", name, "the workload, or all")->required();
  line.add_flag("--quick", quick, "fewer rounds: all workloads in ten minutes");
  line.add_flag("--smoke", smoke, "hardly a measurement: all workloads in a minute");
  line.add_option("--json", json, "also write the figures to this file");
  line.add_option("--svg", svg, "also write the pictures into this folder");
  line.add_option("--page", page,
                  "also write the page docs/performance.md, and its pictures beside it");
  line.add_option("--against", against,
                  "fail if a row of this file is gone, or a ratio more than twice as high")
      ->check(CLI::ExistingFile);
  line.add_option("--placement", with.placement, "where the processes may run")
      ->check(CLI::IsMember({"free", "one_core"}));
  line.add_option("--load", with.load, "busy: beside one process that spins for each core")
      ->check(CLI::IsMember({"idle", "busy"}));
  try {
    line.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return line.exit(e) == 0 ? 0 : 2;
  }
  with.how_much = smoke ? extent::smoke : quick ? extent::quick : extent::full;
  figures all;
  all.on = this_machine();
  std::printf("%s, %u cores, a wake-up takes %.0f us; %s, placement %s\n", all.on.processor.c_str(),
              all.on.cores, all.on.wake_us, with.load.c_str(), with.placement.c_str());
  bool known = false;
  for (const known_workload& each : workloads) {
    if (name != "all" && name != each.name) continue;
    known = true;
    each.measure(with, all);
    if (each.print)
      each.print(all);
    else
      print_table(all, each.name);
    std::fflush(stdout);
  }
  if (!known) {
    std::fprintf(stderr, "bench: there is no workload '%s'\n", name.c_str());
    return 2;
  }
  for (const skip& each : all.skipped)
    std::printf("skipped: %s, %s %s: %s\n", each.bench.c_str(), each.system.c_str(),
                each.mode.c_str(), each.why.c_str());
  if (!svg.empty())
    if (const int failed = write_pictures(all, svg)) return failed;
  if (!json.empty())
    if (const int failed = write_json(json, all.on, all.rows, all.skipped)) return failed;
  if (!page.empty())
    if (const int failed = write_page(all, page)) return failed;
  return against.empty() ? 0 : check_against(all, against);
}

}  // namespace
}  // namespace mentat::bench

int main(int argc, char** argv) { return mentat::bench::run(argc, argv); }
