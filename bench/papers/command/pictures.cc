// The plots of docs/papers.md.
#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "bench/papers/command/page.h"
#include "bench/papers/now/problem.h"
#include "bench/papers/then/tables.h"
#include "bench/plot.h"

namespace mentat::bench::papers {
namespace {

using points = std::vector<std::pair<double, double>>;

double highest_of(const plot& drawn) {
  double highest = 1;
  for (const curve& each : drawn.curves)
    for (const auto& [x, y] : each.points) highest = std::max(highest, y);
  return highest;
}

void add(std::vector<picture>& to, const std::string& file, plot drawn) {
  if (drawn.curves.empty()) return;
  drawn.highest = highest_of(drawn);
  to.push_back({file, as_svg(drawn)});
}

// Seconds of [LINDA86 Fig. 2, 3] in virtual time.
void add_by_element(const record& of, std::vector<picture>& to) {
  std::map<int, points> sizes;
  for (const then::finding& row : of.then) {
    int size = 0, workers = 0, end = 0;
    if (row.table != "linda86_fig2_3") continue;
    std::sscanf(row.row.c_str(), "%d x %*d, seconds with %d workers%n", &size, &workers, &end);
    if (end != 0) sizes[size].emplace_back(workers, row.ours);
  }
  plot drawn{"[LINDA86 Fig. 2, 3] in virtual time: element by element", "workers", "seconds", {}};
  for (const auto& [size, along] : sizes)
    drawn.curves.push_back({then::text("%d x %d", size, size), along});
  std::ranges::reverse(drawn.curves);  // the longest first: its points are the marks of the axis
  add(to, "linda86_by_element.svg", drawn);
}

// Speed-ups over the first figure of a column.
points speed_ups(const std::map<std::size_t, double>& seconds) {
  points all;
  for (const auto& [processors, one] : seconds)
    all.emplace_back(static_cast<double>(processors), seconds.begin()->second / one);
  return all;
}

// [DSM92 Fig. 7-10]: virtual time, and dashed the paper.
void add_then(const record& of, std::size_t program, std::vector<picture>& to) {
  constexpr const char* shown[] = {"svm_central_good", "svm_distributed_good", "orca_multicast",
                                   "orca_rpc",         "shared_memory",        "amoeba_rpc"};
  const std::string name = then::dsm92_program_names[program];
  plot drawn{name + ": in virtual time, and dashed in the paper", "processors", "speed-up", {}};
  std::vector<curve> dashed;
  for (std::size_t at = 0; at < std::size(shown); ++at) {
    std::map<std::size_t, double> ours, theirs;
    for (const then::finding& row : of.then) {
      const std::string before = name + " " + shown[at] + ", seconds with ";
      if (row.table != "dsm92_appendix_a" || !row.row.starts_with(before)) continue;
      const auto processors = static_cast<std::size_t>(std::stoi(row.row.substr(before.size())));
      ours[processors] = row.ours;
      theirs[processors] = row.paper;
    }
    if (ours.empty()) continue;
    const int colour = static_cast<int>(at);
    drawn.curves.push_back({shown[at], speed_ups(ours), '*', false, colour});
    dashed.push_back({std::string(shown[at]) + ", paper", speed_ups(theirs), '.', true, colour});
  }
  // The longest axis first: its points are the marks.
  std::ranges::stable_sort(drawn.curves, std::greater{},
                           [](const curve& each) { return each.points.size(); });
  drawn.curves.insert(drawn.curves.end(), dashed.begin(), dashed.end());
  add(to, "then_" + name + ".svg", drawn);
}

void add_now(const record& of, const std::string& input, std::vector<picture>& to) {
  plot drawn{input + ": today", "processes", "speed-up", {}};
  std::map<std::string, points> ways;
  for (const application_row& row : of.applications)
    if (row.input == input && row.fault.empty() && row.paradigm != "by_hand")
      ways[row.paradigm].emplace_back(row.processes, row.speed_up);
  int colour = 0;
  for (const auto& [paradigm, along] : ways)
    if (along.size() > 1 && !paradigm.ends_with("_bad"))
      drawn.curves.push_back({paradigm, along, '*', false, colour++});
  add(to, "now_" + input + ".svg", drawn);
}

}  // namespace

std::vector<picture> pictures_of(const record& of) {
  std::vector<picture> all;
  add_by_element(of, all);
  for (std::size_t program = 0; program < then::dsm92_programs; ++program)
    add_then(of, program, all);
  std::set<std::string> drawn;
  for (const application_row& row : of.applications)
    if (drawn.insert(row.input).second) add_now(of, row.input, all);
  return all;
}

}  // namespace mentat::bench::papers
