#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "tools/mentat/nearest.h"
#include "tools/mentat/process.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {
namespace {

namespace fs = std::filesystem;

/// The workloads of bench/driver; every other one is a separate program in bench/.
const std::vector<std::string> workloads = {"all",   "metg",   "parts",  "peers",
                                            "scale", "table1", "table2", "values"};

bool is_workload(const std::string& name) {
  return std::find(workloads.begin(), workloads.end(), name) != workloads.end();
}

/// The path of a program that is not a workload, below bench/.
std::string path_of(const std::string& name) {
  return name == "papers" ? "papers/command/papers" : name;
}

/// The launcher has already built all programs of bench/.
std::vector<std::string> benchmarks(const fs::path& folder) {
  std::vector<std::string> names = workloads;
  names.push_back("papers");
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const bool program = entry.is_regular_file(error) &&
                         ::access(entry.path().c_str(), X_OK) == 0 && !entry.path().has_extension();
    if (program && !entry.path().filename().string().ends_with("_test"))
      names.push_back(entry.path().filename());
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// Removes an option. Returns whether it was there.
bool take_option(arguments& from, const std::string& option) {
  return std::erase(from, option) != 0;
}

/// Builds the programs with optional dependencies, and reports missing packages.
expected<program_end> build_peers(const installation& here, const fs::path& into, bool install) {
  program_call call{{(*here.checkout / "bench/peers/build.sh").string(), into.string()}};
  if (install) call.arguments.push_back("--install");
  return run(call);
}

}  // namespace

int run_bench(const installation& here, const arguments& given) {
  const arguments& options = given;  // for the workload; each program has its own --help
  if (const auto checkout = needs_checkout(here, "bench"); !checkout)
    return report(checkout.error());

  const std::vector<std::string> known = benchmarks(here.built / "bench");
  const std::string name = options.front();
  if (std::find(known.begin(), known.end(), name) == known.end())
    return report({"there is no benchmark '" + name + "'" + suggestion(name, known) +
                       "; 'mentat bench' lists them",
                   2});
  const fs::path peers = *here.checkout / ".mentat/peers";
  program_call call{options};
  if (name == "space" && take_option(call.arguments, "--peers")) {
    const auto built = build_peers(here, peers, take_option(call.arguments, "--install"));
    if (!built) return report(built.error());
    if (!built->good()) return built->status();
    call.arguments.front() = (here.built / "bench").string();
    call.arguments.insert(call.arguments.begin() + 1, peers.string());
    call.arguments.insert(call.arguments.begin(),
                          (*here.checkout / "bench/peers/space.sh").string());
  } else if (is_workload(name)) {
    const bool wanted = take_option(call.arguments, "--install");
    if (name == "all" || name == "metg" || name == "parts" || name == "peers") {
      const auto built = build_peers(here, peers, wanted);
      if (!built) return report(built.error());
      if (!built->good()) return built->status();
      call.environment.push_back({"MENTAT_BENCH_PEERS", peers.string()});
    }
    call.arguments.insert(call.arguments.begin(), (here.built / "bench/driver/driver").string());
  } else {
    call.arguments.front() = (here.built / "bench" / path_of(name)).string();
  }
  const auto end = run(call);
  return end ? end->status() : report(end.error());
}

}  // namespace mentat::command
