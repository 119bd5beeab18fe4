// Makes docs/performance.md from the figures of one run.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <span>
#include <sstream>
#include <string>
#include <utility>

#include "bench/driver/goals.h"
#include "bench/driver/paper.h"
#include "bench/driver/workload.h"

namespace mentat::bench {
namespace {

std::string text_of(double value) {
  char text[32] = "-";
  if (std::isfinite(value))
    std::snprintf(text, sizeof text, value >= 1000 ? "%.0f" : "%.3g", value);
  return text;
}

std::string machine_of(const machine& on) {
  char text[512];
  std::snprintf(text, sizeof text,
                "Measured %s on %s, %u cores, Linux %s, %s.\nA wake-up of a thread on an idle "
                "core takes %.0f us.\n",
                on.date.c_str(), on.processor.c_str(), on.cores, on.kernel.c_str(),
                on.compiler.c_str(), on.wake_us);
  return text;
}

std::string goals_of(const figures& of) {
  std::string page =
      "## Goals\nRatios of one run, smaller is better; of medians, where nothing else is "
      "said.\n\n| goal | at most | reached | | measured by | why it is missed |\n"
      "|---|---|---|---|---|---|\n";
  for (const judged_goal& each : judge(of)) {
    const goal& wanted = *each.wanted;
    const bool measured = std::isfinite(each.reached);
    std::string cause = each.missed() ? cause_of(wanted) : "";
    if (each.missed() && cause.empty()) cause = "not profiled";
    page += std::string("| ") + wanted.what + " | " + text_of(wanted.most) + " | " +
            text_of(each.reached) + " | " +
            (!measured       ? "not measured"
             : each.missed() ? "**missed**"
                             : "met") +
            " | `" + wanted.program + "` | " + cause + " |\n";
  }
  return page + "\n";
}

std::string cell_of(const row* found) {
  if (!found) return "-";
  if (found->name != "total_overhead") return text_of(found->median);
  return text_of(found->median) + " [" + text_of(found->min) + ", " + text_of(found->p99) + "]";
}

// One line a row, one column a system and mode, two of the paper. Its rows come first.
// In lines as wide as a document may have.
std::string wrapped(const std::string& text) {
  constexpr std::size_t widest = 120;
  std::string all, line, word;
  for (std::istringstream words(text); words >> word; line += (line.empty() ? "" : " ") + word)
    if (line.size() + 1 + word.size() > widest) all += std::exchange(line, {}) + "\n";
  return all + line;
}

std::string table_of(const figures& of, const std::string& bench, const conditions& where,
                     const std::string& title, const std::string& introduction,
                     std::span<const paper_figure> paper = {}) {
  std::vector<std::string> names;
  for (const paper_figure& each : paper) names.emplace_back(each.row);
  std::vector<std::pair<std::string, std::string>> columns;
  for (const row& each : of.rows) {
    if (each.bench != bench || each.placement != where.placement || each.load != where.load ||
        (bench == "peers" && each.unit == "ratio"))
      continue;
    const std::pair column{each.system, each.mode};
    if (std::find(names.begin(), names.end(), each.name) == names.end()) names.push_back(each.name);
    if (std::find(columns.begin(), columns.end(), column) == columns.end())
      columns.push_back(column);
  }
  if (columns.empty()) return {};
  std::string page = title + "\n" + wrapped(introduction) + "\n\n| |", line = "|---|";
  for (const auto& [system, mode] : columns) {
    page += " " + system + " " + mode + " |";
    line += "---|";
  }
  if (!paper.empty()) {
    page += " Sun (1996) | Paragon (1996) |";
    line += "---|---|";
  }
  page += "\n" + line + "\n";
  for (const std::string& name : names) {
    page += "| `" + name + "` |";
    for (const auto& [system, mode] : columns) {
      page += " " + cell_of(of.find(bench, name, system, mode, where)) + " |";
    }
    if (!paper.empty()) {
      const auto then =
          std::ranges::find_if(paper, [&](const paper_figure& each) { return name == each.row; });
      page += then == paper.end()
                  ? " - | - |"
                  : " " + text_of(then->sun) + " | " + text_of(then->paragon) + " |";
    }
    page += "\n";
  }
  return page + "\n";
}

// The tables of peers, by placement of the parties and background load.
std::string peers_of(const figures& of) {
  const std::pair<conditions, const char*> all[] = {
      {{"free", "idle"}, "Where Linux puts them; nothing else runs."},
      {{"one_per_core", "idle"}, "Caller and callee on a core each; nothing else runs."},
      {{"one_core", "idle"}, "All on one core; nothing else runs."},
      {{"free", "busy"}, "Beside two processes that always run."}};
  std::string page;
  for (const auto& [where, text] : all)
    page += table_of(of, "peers", where, page.empty() ? "## Peers" : "",
                     std::string(text) + " Microseconds a call; medians.");
  return page;
}

std::string pictures_of(const figures& of, const std::string& prefix, const std::string& folder) {
  std::string page;
  for (const picture& each : of.pictures)
    if (each.file.rfind(prefix, 0) == 0)
      page += "![" + each.file.substr(0, each.file.size() - 4) + "](" + folder + "/" + each.file +
              ")\n";
  return page.empty() ? page : page + "\n";
}

std::string ahead_of(const figures& of) {
  std::string page =
      "## Where another system is ahead\nNothing else runs, and Linux chooses the cores.\n\n| row "
      "| system | times faster | what differs, by design; "
      "not profiled "
      "|\n|---|---|---|---|\n";
  for (const row& each : of.rows) {
    const std::size_t over = each.name.find("_over_");
    if (each.bench != "peers" || each.unit != "ratio" || over == std::string::npos ||
        each.median <= 1.05 || each.placement != "free" || each.load != "idle")
      continue;
    const std::string name = each.name.substr(0, over), system = each.name.substr(over + 6);
    page += "| `" + name + "`, " + each.mode + " | " + system + " | " + text_of(each.median) +
            " | " + why_ahead(system, name) + " |\n";
  }
  return page + "\n";
}

std::string skipped_of(const figures& of) {
  if (of.skipped.empty()) return {};
  std::string page = "## Not measured\n| workload | system | why |\n|---|---|---|\n";
  for (const skip& each : of.skipped)
    page += "| " + each.bench + " | " + each.system + " " + each.mode + " | " + each.why + " |\n";
  return page + "\n";
}

}  // namespace

std::string kept_part_of(const std::string& page) {
  const std::size_t begin = page.find("<!-- figures -->");
  const std::string last = "<!-- /figures -->\n";
  const std::size_t end = page.find(last, begin);
  return end == std::string::npos ? std::string() : page.substr(begin, end + last.size() - begin);
}

std::string page_of(const figures& of, const std::string& pictures) {
  return "# Performance\n\nGenerated by `./mentat bench all --page docs/performance.md`; "
         "`docs/benchmarks.md` says how it is measured.\n" +
         machine_of(of.on) +
         "Microseconds unless a row says otherwise. Only ratios of figures of this page mean "
         "anything; another run has others.\n\n" +
         goals_of(of) +
         table_of(of, "table1", of.under, "## Table I",
                  "The operations of Table I of the paper, with its figures on eight Sparc 2 and "
                  "on an Intel Paragon; medians; bandwidth in KB/s. "
                  "`rpc` = 2 (`message_transport` by hand + `new_delete_message`) [TOCS96 4.4], in "
                  "threads `allocate_call_free`; `null_rpc_over_by_hand` = `null_rpc_persistent` / "
                  "`rpc`; `total_overhead` = `null_rpc_persistent` - 2 `message_transport`, in "
                  "threads - `allocate_call_free`, of figures of one round: median [smallest, "
                  "largest]. `object_destruction` in threads is the time until another worker has "
                  "woken and destroyed the object. `cpu_time_of_null_rpc_regular`: CPU time of all "
                  "processes of the program for one of 512 null calls that are outstanding.",
                  paper_table1) +
         table_of(of, "table2", of.under, "## Table II",
                  "The smallest work that pays with k workers. A mode without a figure never beat "
                  "the loop. `formula_k` = ((k - 1) `message_send` + 2 (`message_transport` + "
                  "`block_predicate`)) / (k - 1) [TOCS96 4.4]; `_flop`: times `kernel`, in "
                  "floating-point operations a microsecond.",
                  paper_table2) +
         pictures_of(of, "figure_11", pictures) +
         table_of(of, "metg", of.under, "## METG",
                  "Microseconds a task; without a figure the efficiency was never reached.") +
         pictures_of(of, "metg_", pictures) + peers_of(of) + ahead_of(of) +
         table_of(of, "parts", of.under, "## Parts",
                  "Spilling and the network beside what does the same; microseconds.") +
         table_of(of, "values", of.under, "## Large values",
                  "64 MiB to an object of another process, of another host in mode cluster; "
                  "microseconds. `vector`, `buffer_first_read`: until it has read one element; "
                  "`buffer_read`: all; `moved_vector_first_read`: a buffer made of a vector; "
                  "`read`: the caller itself reads all. `stages_resident`: the "
                  "most memory while a buffer passes ten objects of a process, over its size.") +
         table_of(of, "scale", of.under, "## Scale",
                  "Microseconds, or bytes of memory, for each.") +
         bends_of(of) + pictures_of(of, "scale_", pictures) + skipped_of(of);
}

}  // namespace mentat::bench
