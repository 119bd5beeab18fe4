// Prints the papers' tables beside what their protocols give in virtual time under their costs.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

#include "bench/papers/then/findings.h"

namespace mentat::bench::then {
namespace {

const char* word(const finding& row) {
  switch (row.what) {
    case finding::kind::given:
      return "given";
    case finding::kind::reported:
      return "";
    default:
      return row.holds() ? "holds" : "misses";
  }
}

void print(const finding& row) {
  const std::string paper = row.paper != 0 ? text("%.2f", row.paper) : "-";
  const std::string ratio = row.paper != 0 ? text("%.2f", row.ratio()) : "-";
  const std::string margin = row.what == finding::kind::close
                                 ? text("+-%.0f %%", 100 * row.tolerance)
                                 : (row.what == finding::kind::at_most ? "at most" : "");
  std::printf("  %-84s %10s %10.2f %6s %8s %s\n", row.row.c_str(), paper.c_str(), row.ours,
              ratio.c_str(), margin.c_str(), word(row));
  if (!row.holds()) std::printf("      why: %s\n", row.why.c_str());
}

nlohmann::json as_json(const finding& row) {
  nlohmann::json one{{"table", row.table}, {"row", row.row}, {"ours", row.ours}};
  if (row.paper != 0) {
    one["paper"] = row.paper;
    one["ratio"] = row.ratio();
  }
  if (row.what == finding::kind::close) one["tolerance"] = row.tolerance;
  if (*word(row) != '\0') one["verdict"] = word(row);
  if (!row.holds()) one["why"] = row.why;
  return one;
}

int run(const std::string& table, const std::string& file) {
  nlohmann::json all = nlohmann::json::array();
  int unexplained = 0;
  for (const std::string& name : table_names()) {
    if (!table.empty() && name != table) continue;
    std::printf("%s\n  %-84s %10s %10s %6s\n", name.c_str(), "row", "paper", "ours", "ratio");
    for (const finding& row : findings_of(name)) {
      print(row);
      all.push_back(as_json(row));
      if (!row.holds() && row.why.empty()) ++unexplained;
    }
  }
  if (!file.empty()) {
    std::ofstream out(file);
    out << all.dump(1) << '\n';
    if (!out.flush()) {
      std::fprintf(stderr, "then: cannot write %s\n", file.c_str());
      return 2;
    }
  }
  return unexplained > 0 ? 1 : 0;
}

}  // namespace
}  // namespace mentat::bench::then

int main(int argc, char** argv) {
  CLI::App app("The papers' tables in virtual time.");
  std::string table, file;
  app.add_option("--table", table, "only this table")
      ->check(CLI::IsMember(mentat::bench::then::table_names()));
  app.add_option("--json", file, "write the rows to this file");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  return mentat::bench::then::run(table, file);
}
