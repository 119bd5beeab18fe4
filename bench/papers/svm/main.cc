// Measures shared virtual memory over real pages and prints a row for each setting: the rows
// svm_central and svm_distributed of `./mentat bench papers`.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "bench/papers/svm/programs.h"

namespace mentat::bench::svm {
namespace {

struct arguments {
  std::vector<std::string> applications = svm::applications();
  std::vector<std::string> paradigms{"svm_central", "svm_distributed"};
  std::vector<std::string> placements{"good", "bad"};
  std::vector<unsigned> processes{1, 2};
  int size = 0;
  int runs = 1;
  std::string json;
};

int refuse(const char* what) {
  std::fprintf(stderr, "svm: %s\n", what);
  return 2;
}

int parse(int argc, char** argv, arguments& all) {
  CLI::App app("Shared virtual memory, measured.");
  app.add_option("--app", all.applications, "applications")
      ->delimiter(',')
      ->check(CLI::IsMember(svm::applications()));
  app.add_option("--paradigm", all.paradigms, "managers")
      ->delimiter(',')
      ->check(CLI::IsMember({"svm_central", "svm_distributed"}));
  app.add_option("--placement", all.placements, "of variables on pages")
      ->delimiter(',')
      ->check(CLI::IsMember({"good", "bad"}));
  app.add_option("--processes", all.processes, "how many work; a central manager comes on top")
      ->delimiter(',')
      ->check(CLI::Range(1u, most_processes));
  app.add_option("--size", all.size, "cities, depth, rows, nodes; else the paper's");
  app.add_option("--runs", all.runs, "the quickest of so many")->check(CLI::Range(1, 1000));
  app.add_option("--json", all.json, "write the rows to this file");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? -1 : 2;
  }
  for (const std::string& name : all.applications) {
    const sizes taken = sizes_of(name);
    if (all.size != 0 && (all.size < taken.least || all.size > taken.most)) {
      std::fprintf(stderr, "svm: --size of %s is from %d to %d\n", name.c_str(), taken.least,
                   taken.most);
      return 2;
    }
  }
  return 0;
}

measured quickest(const setting& what, int runs) {
  measured best = run(what);
  for (int n = 1; n < runs && best.right; ++n) {
    const measured next = run(what);
    if (!next.right || next.result.seconds < best.result.seconds) best = next;
  }
  return best;
}

int measure(const arguments& all) {
  nlohmann::json rows = nlohmann::json::array();
  bool right = true;
  std::printf("%-16s %-16s %-9s %9s %10s %10s %12s %12s\n", "application", "paradigm", "placement",
              "processes", "seconds", "messages", "bytes", "nodes");
  for (const std::string& application : all.applications)
    for (const std::string& paradigm : all.paradigms)
      for (const std::string& placement : all.placements)
        for (const unsigned processes : all.processes) {
          setting what{application,
                       paradigm == "svm_central" ? management::central : management::distributed,
                       placement == "good", processes, all.size};
          const measured one = quickest(what, all.runs);
          const region::result& result = one.result;
          const char* const verdict = one.right      ? ""
                                      : result.ended ? "  wrong answer"
                                                     : "  a process died";
          std::printf("%-16s %-16s %-9s %9u %10.6f %10llu %12llu %12llu%s\n", application.c_str(),
                      paradigm.c_str(), placement.c_str(), processes, result.seconds,
                      static_cast<unsigned long long>(result.messages),
                      static_cast<unsigned long long>(result.bytes),
                      static_cast<unsigned long long>(result.nodes), verdict);
          std::fflush(stdout);
          rows.push_back({{"application", application},
                          {"paradigm", paradigm},
                          {"placement", placement},
                          {"processes", processes},
                          {"seconds", result.seconds},
                          {"messages", result.messages},
                          {"bytes", result.bytes},
                          {"nodes", result.nodes},
                          {"right", one.right}});
          right &= one.right;
        }
  if (!all.json.empty()) {
    std::ofstream out(all.json);
    out << rows.dump(1) << '\n';
    if (!out.flush()) return refuse("cannot write the file of --json");
  }
  return right ? 0 : 1;
}

}  // namespace
}  // namespace mentat::bench::svm

int main(int argc, char** argv) {
  namespace svm = mentat::bench::svm;
  svm::arguments all;
  if (const int status = svm::parse(argc, argv, all); status != 0) return status < 0 ? 0 : status;
  if (sysconf(_SC_PAGESIZE) != static_cast<long>(svm::page_size))
    return svm::refuse("this machine's pages are not of 4096 bytes");
  return svm::measure(all);
}
