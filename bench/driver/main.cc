// The driver of the benchmarks: `driver WORKLOAD [--quick | --smoke] [--json FILE] [--svg FOLDER]`.
// Exit status: 0; 1 if --against found a fault; 2 for wrong usage or a file that cannot be written.
#include <algorithm>
#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>

#include "bench/driver/compare.h"
#include "bench/driver/goals.h"
#include "bench/driver/session.h"
#include "bench/driver/workload.h"
#include "bench/samples.h"

namespace mentat::bench {
namespace {

namespace fs = std::filesystem;

struct known_workload {
  const char* name;
  bool in_a_session;  // some of its programs run in mode cluster
  workload measure;
  void (*print)(const figures&);  // null: a plain table
};

const known_workload workloads[] = {
    {"table1", true, &measure_table1, &print_table1},
    {"table2", true, &measure_table2, &print_table2},
    {"metg", true, &measure_metg, &print_metg},
    {"peers", true, &measure_peers, &print_peers},
    {"scale", false, &measure_scale, nullptr},
    {"parts", false, &measure_parts, nullptr},
    {"values", true, &measure_values, nullptr},
};

struct request {
  std::string name, json, svg, page, against;
  bool quick = false, smoke = false;
  plan with;
};

int write_text(const std::string& file, const std::string& text) {
  std::ofstream out(file);
  out << text;
  out.flush();
  if (out) return 0;
  std::fprintf(stderr, "bench: cannot write %s\n", file.c_str());
  return 2;
}

// Returns the file's text; empty if it cannot be read.
std::string text_in(const std::string& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
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
  return write_text(file, page_of(of, "performance") + kept_part_of(text_in(file)));
}

std::string folder_of_programs() {
  return fs::read_symlink("/proc/self/exe").parent_path().parent_path();
}

// Returns the exit status, or -1 to continue.
int read_command_line(int argc, char** argv, request& into) {
  CLI::App line("Measures the run-time system beside its limits and its peers, all in one run.",
                "mentat bench");
  line.add_option("NAME", into.name, "the workload, or all")->required();
  line.add_flag("--quick", into.quick, "fewer rounds: all workloads in ten minutes");
  line.add_flag("--smoke", into.smoke, "hardly a measurement: all workloads in a minute");
  line.add_option("--json", into.json, "also write the figures to this file");
  line.add_option("--svg", into.svg, "also write the pictures into this folder");
  line.add_option("--page", into.page,
                  "also write the page docs/performance.md, and its pictures beside it");
  line.add_option("--against", into.against,
                  "fail if a row of this file is gone, or a ratio more than twice as high; what "
                  "fails is measured again, up to twice")
      ->check(CLI::ExistingFile);
  line.add_option("--placement", into.with.under.placement,
                  "where the processes may run; one_per_core: peers only")
      ->check(CLI::IsMember({"free", "one_core", "one_per_core"}));
  line.add_option("--load", into.with.under.load,
                  "busy: beside one process that spins for each core")
      ->check(CLI::IsMember({"idle", "busy"}));
  try {
    line.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return line.exit(e) == 0 ? 0 : 2;
  }
  const bool known = std::any_of(std::begin(workloads), std::end(workloads),
                                 [&](const auto& each) { return into.name == each.name; });
  if (!known && into.name != "all") {
    std::fprintf(stderr, "bench: there is no workload '%s'\n", into.name.c_str());
    return 2;
  }
  if (into.with.under.placement == "one_per_core" && into.name != "peers") {
    std::fprintf(stderr, "bench: only the programs of 'peers' know the placement one_per_core\n");
    return 2;
  }
  return -1;
}

void measure(const known_workload& which, const plan& with, figures& into) {
  std::fprintf(stderr, "bench: %s\n", which.name);
  try {
    which.measure(with, into);
  } catch (const std::exception& e) {
    into.skipped.push_back({which.name, "mentat", "", e.what()});
  }
}

int write_figures(const request& wanted, const figures& all) {
  return wanted.json.empty() ? 0 : write_json(wanted.json, all.on, all.rows, all.skipped);
}

// A sanitizer or missing optimisation slows the two sides of a ratio differently.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__OPTIMIZE__)
constexpr bool ratios_mean_something = false;
#else
constexpr bool ratios_mean_something = true;
#endif

// Returns the exit status. A fault may be a disturbance, so its workload is measured again.
int check(const request& wanted, const figures& recorded, figures& all) {
  std::vector<fault> faults = compare(all, recorded);
  for (int retry = 0; retry < 2 && !faults.empty(); ++retry) {
    std::set<std::string> benches;
    for (const fault& each : faults) {
      std::printf("again, because of %s\n", each.text.c_str());
      benches.insert(each.bench);
    }
    figures again;
    again.under = all.under;
    for (const known_workload& each : workloads)
      if (benches.contains(each.name)) measure(each, wanted.with, again);
    merge(all, again);
    faults = compare(all, recorded);
  }
  for (const fault& each : faults)
    std::printf("worse than %s: %s\n", wanted.against.c_str(), each.text.c_str());
  return faults.empty() ? 0 : 1;
}

int run(int argc, char** argv) {
  request wanted;
  if (const int status = read_command_line(argc, argv, wanted); status >= 0) return status;
  figures recorded;
  if (!wanted.against.empty())
    if (const int failed = read_json(wanted.against, recorded.on, recorded.rows, recorded.skipped))
      return failed;
  plan& with = wanted.with;
  with.built = folder_of_programs();
  if (const char* peers = std::getenv("MENTAT_BENCH_PEERS")) with.peers = peers;
  with.how_much = wanted.smoke ? extent::smoke : wanted.quick ? extent::quick : extent::full;
  // Reserves a tenth of the time for the first rounds of the last measurements.
  with.end_us = now_us() + 0.9 * 1e6 * (with.how_much == extent::full ? 3600 : 600);
  std::vector<known_workload> chosen;
  for (const known_workload& each : workloads)
    if (wanted.name == "all" || wanted.name == each.name) chosen.push_back(each);
  std::erase_if(recorded.rows, [&](const row& each) {
    return std::none_of(chosen.begin(), chosen.end(),
                        [&](const auto& measured) { return each.bench == measured.name; });
  });
  std::unique_ptr<private_session> session;
  if (std::any_of(chosen.begin(), chosen.end(),
                  [](const auto& each) { return each.in_a_session; })) {
    session = std::make_unique<private_session>(with.built + "/../tools/sdk/sdk/bin/mentat");
    with.session = session->address();
    with.no_session = session->why_not();
  }
  figures all;
  all.on = this_machine();
  all.under = with.under;
  std::printf("%s, %u cores, a wake-up takes %.0f us; %s, placement %s\n", all.on.processor.c_str(),
              all.on.cores, all.on.wake_us, with.under.load.c_str(), with.under.placement.c_str());
  for (const known_workload& each : chosen) {
    measure(each, with, all);
    if (each.print)
      each.print(all);
    else
      print_table(all, each.name);
    std::fflush(stdout);
    // Writes after each workload, so that its results survive later failures.
    if (const int failed = write_figures(wanted, all)) return failed;
  }
  if (wanted.name == "all") print_goals(all);
  for (const skip& each : all.skipped)
    std::printf("skipped: %s, %s %s: %s\n", each.bench.c_str(), each.system.c_str(),
                each.mode.c_str(), each.why.c_str());
  const bool checked = !wanted.against.empty() && ratios_mean_something;
  const int status = checked ? check(wanted, recorded, all) : 0;
  if (!wanted.svg.empty())
    if (const int failed = write_pictures(all, wanted.svg)) return failed;
  if (const int failed = write_figures(wanted, all)) return failed;
  if (!wanted.page.empty())
    if (const int failed = write_page(all, wanted.page)) return failed;
  return status;
}

}  // namespace
}  // namespace mentat::bench

int main(int argc, char** argv) { return mentat::bench::run(argc, argv); }
