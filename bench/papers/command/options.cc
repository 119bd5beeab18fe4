#include "bench/papers/command/options.h"

#include <algorithm>
#include <CLI/CLI.hpp>
#include <cstdio>

#include "bench/papers/now/problem.h"
#include "bench/papers/then/findings.h"
#include "tools/mentat/nearest.h"

namespace mentat::bench::papers {
namespace {

using words = std::vector<std::string>;

int refuse(const std::string& why) {
  std::fprintf(stderr, "papers: %s\n", why.c_str());
  return 2;
}

// What is wrong with the words; empty: nothing.
std::string unknown_of(const char* what, const words& given, const words& known) {
  for (const std::string& each : given)
    if (std::ranges::find(known, each) == known.end())
      return std::string("there is no ") + what + " '" + each + "'" +
             command::suggestion(each, known);
  return "";
}

// A manager stands for both of its placements.
words known_paradigms() {
  words all = paradigms();
  all.insert(all.end(), {"svm_central", "svm_distributed"});
  return all;
}

words with_placements(const words& given) {
  words all;
  for (const std::string& each : given) {
    if (each != "svm_central" && each != "svm_distributed") {
      all.push_back(each);
      continue;
    }
    all.push_back(each + "_good");
    all.push_back(each + "_bad");
  }
  return all;
}

// Which options choose among runs of today.
bool chooses_runs(const CLI::App& line) {
  return std::ranges::any_of(words{"--app", "--paradigm", "--inputs", "--processes"},
                             [&](const auto& each) { return line.count(each) != 0; });
}

void declare(CLI::App& line, options& into, bool& quick) {
  line.add_option("--table", into.tables, "a table or figure of a paper: all")->delimiter(',');
  line.add_option("--app", into.applications, "an application: all")->delimiter(',');
  line.add_option("--paradigm", into.paradigms, "a way of sharing: all")->delimiter(',');
  line.add_option("--processes", into.processes, "how many processes work: 1,2")
      ->delimiter(',')
      ->check(CLI::Range(1u, 64u));
  line.add_option("--inputs", into.sets, "paper, or today: some seconds of today's machines: both")
      ->delimiter(',');
  line.add_option("--mode", into.mode, "threads: workers of one process in the place of processes");
  line.add_option("--runs", into.runs, "the quickest of so many counts: 3")
      ->check(CLI::Range(1, 1000));
  line.add_flag("--then", into.then, "virtual time alone, under the costs of 1986 and 1992");
  line.add_flag("--quick", quick, "one run of each");
  line.add_flag("--smoke", into.smoke, "small inputs, once: figures that mean nothing");
  for (const input& each : inputs())
    if (!each.file.empty())
      line.add_option("--" + each.name, into.files[each.name],
                      "this file in the place of that of the package " + each.package);
  line.add_option("--json", into.json, "also write all rows to this file");
  line.add_option("--svg", into.svg, "also write the plots into this folder");
  line.add_option("--page", into.page, "also write docs/papers.md, and its plots beside it");
  line.add_option("--record", into.record, "take the rows from a file of --json; nothing runs");
}

std::string fault_of(const CLI::App& line, const options& given) {
  const std::string unknown[] = {unknown_of("table", given.tables, then::table_names()),
                                 unknown_of("application", given.applications, applications),
                                 unknown_of("paradigm", given.paradigms, known_paradigms()),
                                 unknown_of("set of inputs", given.sets, {"paper", "today"}),
                                 unknown_of("mode", {given.mode}, {"processes", "threads"})};
  for (const std::string& each : unknown)
    if (!each.empty()) return each;
  if (given.then && chooses_runs(line))
    return "--then has no runs of today, among which --app, --paradigm, --inputs and --processes "
           "choose";
  if (given.then && given.smoke) return "--then and --smoke exclude each other";
  return "";
}

void complete(const CLI::App& line, options& into, bool quick) {
  std::erase_if(into.files, [](const auto& each) { return each.second.empty(); });
  if (quick || into.smoke) into.runs = 1;
  into.only_today = into.smoke || (into.tables.empty() && chooses_runs(line));
  if (into.tables.empty() && (chooses_runs(line) || into.smoke))
    into.tables = into.smoke && !chooses_runs(line) ? words{"linda86_ping_pong", "dsm92_appendix_a"}
                                                    : words{"dsm92_appendix_a"};
  if (into.smoke && !chooses_runs(line)) into.applications = {"tsp"};
  if (into.smoke) into.sets = {"smoke"};
  if (into.sets.empty()) into.sets = {"paper", "today"};
  if (into.tables.empty()) into.tables = then::table_names();
  if (into.applications.empty()) into.applications = applications;
  if (into.paradigms.empty()) into.paradigms = paradigms();
  into.paradigms = with_placements(into.paradigms);
}

}  // namespace

const std::vector<std::string>& paradigms() {
  static const words all{"by_hand",
                         "shared_memory",
                         "mentat",
                         "rpc",
                         "space",
                         "space_everywhere",
                         "replicated",
                         "r_linda",
                         "svm_central_good",
                         "svm_central_bad",
                         "svm_distributed_good",
                         "svm_distributed_bad"};
  return all;
}

int read_options(int argc, char** argv, options& into) {
  CLI::App line(
      "The tables and figures of the papers of 1986 and 1992: in virtual time, and measured today.",
      "mentat bench papers");
  bool quick = false;
  declare(line, into, quick);
  try {
    line.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    return line.exit(help);
  } catch (const CLI::ParseError& error) {
    return refuse(error.what());
  }
  if (const std::string fault = fault_of(line, into); !fault.empty()) return refuse(fault);
  complete(line, into, quick);
  return -1;
}

}  // namespace mentat::bench::papers
