#include "bench/papers/command/page.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "bench/papers/now/problem.h"
#include "bench/papers/then/tables.h"

namespace mentat::bench::papers {
namespace {

using then::text;

// What a table is about, and what its readers must know.
struct title {
  const char *table, *heading, *notes;
};
constexpr title titles[] = {
    {"linda86_ping_pong", "[LINDA86 5] Ping-pong",
     "Today: the paper's 20,000 cycles by a space, whose players are in two processes."},
    {"linda86_fig2_3", "[LINDA86 Fig. 2, 3] Product of matrices by element",
     "The paper prints curves, and of the fixed part b one figure.\nToday an element takes less "
     "than a tuple: no number of workers beats the plain loop."},
    {"linda86_fig4", "[LINDA86 Fig. 4] Product of matrices by row", ""},
    {"rlinda_table1", "[RLINDA Table 1] Linda on remote procedure calls",
     "Pairs are those of the S/Net: two in each cycle of PING and PONG. R-Linda counts one, 3 and "
     "not 6 in a second.\nIts text has 24 and 57 calls in a second, which are 4,000 in all; its "
     "table has 3,000. 27 and 52 % are 79 %, not 77 %."},
    {"dsm92_fig6", "[DSM92 Fig. 6] Basic operations of shared virtual memory",
     "Today: medians over 500 pages, between processes of one host."},
    {"dsm92_fig7_10", "[DSM92 Fig. 7-10] Quotients",
     "Seconds with one worker over seconds with the most processors."},
    {"dsm92_appendix_a", "[DSM92 App. A] The four applications", ""},
    {"dsm92_fig11", "[DSM92 Fig. 11] What one write costs",
     "One of ten processors writes four bytes that all have read, and all read them again."},
    {"dsm92_fig12", "[DSM92 Fig. 12] Bad placement", ""},
};

std::string cell(const std::string& text) { return text + " | "; }

std::string line_of(const then::finding& row) {
  std::string verdict = verdict_of(row);
  if (verdict == "misses") verdict += ": " + row.why;
  const std::string margin = row.what == then::finding::kind::close
                                 ? text("±%.0f %%", 100 * row.tolerance)
                             : row.what == then::finding::kind::at_most ? "at most"
                                                                        : "";
  return "| " + cell(row.row) + cell(shown(row.paper)) + cell(shown(row.ours)) +
         cell(shown(row.ratio())) + cell(margin) + verdict + " |\n";
}

std::string in_virtual_time(const record& of, const std::string& table) {
  std::string lines;
  for (const then::finding& row : of.then)
    if (row.table == table) lines += line_of(row);
  if (lines.empty()) return "";
  return "\n| in virtual time | paper | ours | ratio | | |\n|---|---|---|---|---|---|\n" + lines;
}

std::string today(const record& of, const std::string& table) {
  std::string lines;
  for (const measured_row& row : of.now)
    if (row.table == table)
      lines += "| " + cell(row.row + ", " + row.unit) + cell(shown(row.paper)) +
               cell(shown(row.ours)) + shown(row.ratio()) + " |\n";
  if (lines.empty()) return "";
  return "\n| today | paper | today | then to now |\n|---|---|---|---|\n" + lines;
}

// A line for each column of the paper, whose 256 times are too many for a line each.
std::string appendix_of(const record& of) {
  std::map<std::string, std::map<int, const then::finding*>> columns;
  std::vector<std::string> order;
  const std::string between = ", seconds with ";
  for (const then::finding& row : of.then) {
    const std::size_t at = row.row.find(between);
    if (row.table != "dsm92_appendix_a" || at == std::string::npos) continue;
    const std::string name = row.row.substr(0, at);
    if (!columns.contains(name)) order.push_back(name);
    columns[name][std::stoi(row.row.substr(at + between.size()))] = &row;
  }
  if (order.empty()) return "";
  std::string lines =
      "\nSeconds in the paper and in virtual time. The first figure of a line is an input.\n\n"
      "| processors | ";
  for (int n = 1; n <= static_cast<int>(then::dsm92_processors); ++n) lines += text("%d | ", n);
  lines += "\n|---|---|---|---|---|---|---|---|---|---|---|\n";
  for (const std::string& name : order) {
    lines += "| " + name + " |";
    for (int n = 1; n <= static_cast<int>(then::dsm92_processors); ++n) {
      const auto found = columns[name].find(n);
      lines += found == columns[name].end()
                   ? " |"
                   : " " + shown(found->second->paper) + " " + shown(found->second->ours) + " |";
    }
    lines += "\n";
  }
  return lines;
}

std::string line_of(const application_row& row) {
  if (!row.fault.empty())
    return "| " + cell(row.paradigm) + cell(text("%u", row.processes)) + row.fault +
           " | | | | | | | | |\n";
  return "| " + cell(row.paradigm) + cell(text("%u", row.processes)) + cell(shown(row.seconds)) +
         cell(shown(row.paper_seconds)) +
         cell(shown(row.paper_seconds == 0 ? 0 : row.paper_seconds / row.seconds)) +
         cell(shown(row.speed_up)) + cell(shown(row.paper_speed_up)) +
         cell(shown(row.over_by_hand)) + cell(shown(row.messages)) + cell(shown(row.bytes)) +
         (row.nodes == 0 ? "-" : text("%lld", static_cast<long long>(row.nodes))) + " |\n";
}

std::string applications_of(const record& of, const std::string& folder) {
  const std::vector<picture> drawn = pictures_of(of);
  std::string lines, last;
  for (const application_row& row : of.applications) {
    if (row.input != last) {
      last = row.input;
      lines += "\n### " + row.application + ", " + row.input +
               (row.jobs != 0 ? text(": %d jobs", row.jobs) : "") + "\n";
      const std::string plot = "now_" + row.input + ".svg";
      if (std::ranges::find(drawn, plot, &picture::file) != drawn.end())
        lines += "![Speed-ups of " + row.input + "](" + folder + "/" + plot + ")\n";
      lines +=
          "\n| paradigm | processes | s | paper, s | then to now | speed-up | paper | over the "
          "loop "
          "by hand | messages | bytes | nodes |\n"
          "|---|---|---|---|---|---|---|---|---|---|---|\n";
    }
    lines += line_of(row);
  }
  return lines;
}

std::string plots_of_then(const record& of, const std::string& folder, const std::string& prefix) {
  std::string lines;
  for (const picture& each : pictures_of(of))
    if (each.file.starts_with(prefix))
      lines += "![" + each.file.substr(0, each.file.rfind('.')) + "](" + folder + "/" + each.file +
               ")\n";
  return lines.empty() ? "" : "\n" + lines;
}

std::string goals_of(const record& of) {
  std::string lines;
  for (const application_row& row : of.applications) {
    const input& from = input_named(row.input);
    if (from.set != "today" || row.processes != 2 || !row.fault.empty()) continue;
    for (const speed_up_goal& goal : goals())
      if (row.application == goal.application && row.paradigm == goal.paradigm)
        lines += "| " + cell(row.input) + cell(row.paradigm) + cell(shown(goal.least)) +
                 cell(shown(row.speed_up)) + (row.speed_up >= goal.least ? "" : "missed") + " |\n";
  }
  if (lines.empty()) return "";
  return "\n## Goals\nSpeed-ups with two processes on today's inputs.\n\n"
         "| input | paradigm | at least | reached | |\n|---|---|---|---|---|\n" +
         lines;
}

std::string head_of(const record& of) {
  int misses = 0, claims = 0;
  for (const then::finding& row : of.then) {
    if (row.what == then::finding::kind::close || row.what == then::finding::kind::at_most)
      ++claims;
    if (!row.holds()) ++misses;
  }
  return "# The papers' tables, then and now\n"
         "<!-- Written by ./mentat bench papers; bench/papers/command:page_test compares it. -->\n"
         "The tables and figures of [LINDA86], [RLINDA] and [DSM92]: in virtual time under the "
         "costs of their machines\n([papers_then.md](papers_then.md) says how), and measured "
         "today. One command measures all and writes this page:\n\n"
         "    ./mentat bench papers --json bench/papers/recorded.json --page docs/papers.md\n\n"
         "With `--record bench/papers/recorded.json` in the place of `--json` it writes the page "
         "from the recorded run.\n\n"
         "Today is " +
         of.on.date.substr(0, 10) + ": " + of.on.processor + text(", %u cores", of.on.cores) +
         ", " + of.on.compiler + text(", load %.1f", of.load) +
         text(", the quickest of %d run%s.", of.runs, of.runs == 1 ? "" : "s") +
         "\n\"Then to now\" says how many times faster today is; of a quotient, today's over the "
         "paper's. Messages and bytes are\nthose of the whole run, its start and its end included; "
         "of shared virtual memory, those of its pages alone.\n"
         "Deletion by origin, local `out` and the two-phase update of a primary copy run in "
         "virtual "
         "time alone: the product\nkeeps tuples at their homes or everywhere, and orders writes by "
         "one home.\n" +
         text("\nIn virtual time %d of %d rows hold; each of the others says why.\n",
              claims - misses, claims);
}

}  // namespace

const std::vector<speed_up_goal>& goals() {
  static const std::vector<speed_up_goal> all{{"tsp", "replicated", 1.9},
                                              {"tsp", "space", 1.85},
                                              {"matrix", "space", 1.95},
                                              {"matrix", "mentat", 1.95},
                                              {"alpha_beta", "space", 1.5},
                                              {"alpha_beta", "mentat", 1.5},
                                              {"shortest_paths", "replicated", 1.85}};
  return all;
}

std::string verdict_of(const then::finding& row) {
  switch (row.what) {
    case then::finding::kind::given:
      return "given";
    case then::finding::kind::reported:
      return "";
    default:
      return row.holds() ? "holds" : "misses";
  }
}

std::string shown(double figure) {
  if (figure == 0) return "-";
  const double size = std::abs(figure);
  if (size >= 10'000) return text("%.0f", figure);
  if (size >= 100) return text("%.1f", figure);
  if (size >= 1) return text("%.2f", figure);
  return text("%.3g", figure);
}

std::string shown(const std::optional<std::uint64_t>& count) {
  return count ? std::to_string(*count) : "-";
}

std::string page_of(const record& of, const std::string& folder) {
  std::string page = head_of(of);
  for (const left_out& each : of.skipped)
    page += "\nWithout " + each.input + ": " + each.why + ".\n";
  page += goals_of(of);
  for (const title& each : titles) {
    const std::string table = each.table;
    std::string body;
    if (table == "linda86_fig2_3") body += plots_of_then(of, folder, "linda86_");
    if (table == "dsm92_fig7_10") body += plots_of_then(of, folder, "then_");
    body += table == "dsm92_appendix_a" ? appendix_of(of) + applications_of(of, folder)
                                        : in_virtual_time(of, table) + today(of, table);
    if (body.empty()) continue;
    page += "\n## " + std::string(each.heading) + "\n";
    if (*each.notes) page += std::string(each.notes) + "\n";
    page += body;
  }
  return page;
}

}  // namespace mentat::bench::papers
