// `./mentat bench papers`: the tables of the papers beside what their protocols give in virtual
// time, and beside today's measurements. Exit status: 0; 1 if a run gives a wrong answer or a row
// of virtual time misses without a reason; 2 for wrong usage, or a file that cannot be read or
// written.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "bench/papers/command/measure.h"
#include "bench/papers/command/options.h"
#include "bench/papers/command/page.h"

namespace mentat::bench::papers {
namespace {

namespace fs = std::filesystem;

int refuse(const std::string& why) {
  std::fprintf(stderr, "papers: %s\n", why.c_str());
  return 2;
}

void print(const then::finding& row) {
  const std::string margin = row.what == then::finding::kind::close
                                 ? then::text("+-%.0f %%", 100 * row.tolerance)
                             : row.what == then::finding::kind::at_most ? "at most"
                                                                        : "";
  std::printf("  %-84s %10s %10.2f %6s %8s %s\n", row.row.c_str(), shown(row.paper).c_str(),
              row.ours, shown(row.ratio()).c_str(), margin.c_str(), verdict_of(row).c_str());
  if (!row.holds()) std::printf("      why: %s\n", row.why.c_str());
}

void print(const measured_row& row) {
  std::printf("  %-84s %10s %10s %10s\n", (row.row + ", " + row.unit).c_str(),
              shown(row.paper).c_str(), shown(row.ours).c_str(), shown(row.ratio()).c_str());
}

void print(const application_row& row) {
  std::printf("  %-14s %-13s %-20s %9u %9.6f %8s %11s %8.2f %6s %7.2f %9s %11s %11lld %s\n",
              row.application.c_str(), row.input.c_str(), row.paradigm.c_str(), row.processes,
              row.seconds, shown(row.paper_seconds).c_str(),
              shown(row.paper_seconds == 0 ? 0 : row.paper_seconds / row.seconds).c_str(),
              row.speed_up, shown(row.paper_speed_up).c_str(), row.over_by_hand,
              shown(row.messages).c_str(), shown(row.bytes).c_str(),
              static_cast<long long>(row.nodes), row.fault.c_str());
  std::fflush(stdout);
}

void print_head_of_applications() {
  std::printf("\n  %-14s %-13s %-20s %9s %9s %8s %11s %8s %6s %7s %9s %11s %11s\n", "application",
              "input", "paradigm", "processes", "seconds", "paper, s", "then to now", "speed-up",
              "paper", "by hand", "messages", "bytes", "nodes");
}

// Prints a table in virtual time, and keeps its rows.
void find_then(const std::string& table, record& into) {
  const std::vector<then::finding> rows = then::findings_of(table);
  std::printf("\n%s\n  %-84s %10s %10s %6s\n", table.c_str(), "in virtual time", "paper", "ours",
              "ratio");
  for (const then::finding& row : rows) print(row);
  into.then.insert(into.then.end(), rows.begin(), rows.end());
}

void find_now(const std::string& table, const options& chosen, record& into) {
  const std::vector<measured_row> rows = measure_table(table, chosen, into);
  if (rows.empty()) return;
  std::printf("\n%s\n  %-84s %10s %10s %10s\n", table.c_str(), "today", "paper", "today",
              "then to now");
  for (const measured_row& row : rows) print(row);
  std::fflush(stdout);
  into.now.insert(into.now.end(), rows.begin(), rows.end());
}

bool needs_applications(const options& chosen) {
  return std::ranges::any_of(chosen.tables, [](const std::string& each) {
    return each == "dsm92_appendix_a" || each == "dsm92_fig12";
  });
}

// Returns the exit status, or -1 to continue. Pages fork: before anything has a thread.
int measure_today(const options& chosen, record& into) {
  if (needs_applications(chosen)) {
    const auto done = measure_applications(chosen, into, [&](const application_row& row) {
      if (into.applications.size() == 1) print_head_of_applications();
      print(row);
    });
    if (!done) return refuse(done.error());
    for (const left_out& each : into.skipped)
      std::printf("  skipped: %s: %s\n", each.input.c_str(), each.why.c_str());
  }
  for (const std::string& table : chosen.tables) find_now(table, chosen, into);
  return -1;
}

// Returns the exit status, or -1 to continue.
int measure(const options& chosen, record& into) {
  double load = 0;
  if (getloadavg(&load, 1) == 1) into.load = load;
  into.runs = chosen.runs;
  if (!chosen.only_today)
    for (const std::string& table : chosen.tables) find_then(table, into);
  if (!chosen.then)
    if (const int failed = measure_today(chosen, into); failed >= 0) return failed;
  into.on = this_machine();
  return -1;
}

tl::expected<std::string, std::string> text_in(const std::string& file) {
  std::ifstream in(file);
  if (!in) return tl::unexpected(file + ": expected a file that can be read");
  return std::string{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

bool write_text(const fs::path& file, const std::string& text) {
  std::ofstream out(file);
  out << text;
  return static_cast<bool>(out.flush());
}

// False: a file cannot be written; a line says so.
bool write_pictures(const record& of, const fs::path& folder) {
  std::error_code ignored;
  fs::create_directories(folder, ignored);
  for (const picture& each : pictures_of(of))
    if (!write_text(folder / each.file, each.svg)) {
      refuse("cannot write " + (folder / each.file).string());
      return false;
    }
  return true;
}

int write_all(const options& chosen, const record& of) {
  if (!chosen.json.empty() && !write_text(chosen.json, json_of(of)))
    return refuse("cannot write " + chosen.json);
  if (!chosen.svg.empty() && !write_pictures(of, chosen.svg)) return 2;
  if (chosen.page.empty()) return 0;
  const fs::path page = chosen.page;
  if (!write_pictures(of, page.parent_path() / page.stem())) return 2;
  if (!write_text(page, page_of(of, page.stem()))) return refuse("cannot write " + chosen.page);
  return 0;
}

int status_of(const record& of) {
  const bool unexplained = std::ranges::any_of(
      of.then, [](const then::finding& row) { return !row.holds() && row.why.empty(); });
  const bool wrong = std::ranges::any_of(
      of.applications, [](const application_row& row) { return !row.fault.empty(); });
  return unexplained || wrong ? 1 : 0;
}

int run(int argc, char** argv) {
  options chosen;
  if (const int status = read_options(argc, argv, chosen); status >= 0) return status;
  record all;
  if (chosen.record.empty()) {
    if (const int status = measure(chosen, all); status >= 0) return status;
  } else {
    const auto text = text_in(chosen.record);
    if (!text) return refuse(text.error());
    auto recorded = record_of(*text);
    if (!recorded) return refuse(chosen.record + ": " + recorded.error());
    all = std::move(*recorded);
  }
  if (const int failed = write_all(chosen, all)) return failed;
  return status_of(all);
}

}  // namespace
}  // namespace mentat::bench::papers

int main(int argc, char** argv) { return mentat::bench::papers::run(argc, argv); }
