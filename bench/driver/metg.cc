// METG of Task Bench: the smallest time per task at which half (or three quarters) of the time is
// useful work.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>

#include "bench/driver/workload.h"
#include "bench/metg/task_graph.h"
#include "bench/plot.h"

namespace mentat::bench {
namespace {

constexpr int cores = 2;
const std::vector<std::string> all_patterns(std::begin(pattern_names), std::end(pattern_names));

// The graphs of one width.
struct grid {
  int width;
  std::vector<std::string> patterns;
  const char* suffix;  // of the names of rows
};
const grid one_point_a_core{cores, all_patterns, ""};
const grid four_points_a_core{4 * cores, {"stencil_1d", "dom"}, "_width_8"};

int tasks_of(const grid& of, const std::string& pattern, int steps) {
  const auto at = std::ranges::find(all_patterns, pattern) - all_patterns.begin();
  return task_graph{static_cast<bench::pattern>(at), of.width, steps}.tasks();
}

double flops_of(double iterations) { return 2 * 64 * iterations + 64; }

struct point {
  double task_us = 0, efficiency = 0;
};

// From the largest tasks to the smallest.
using curve_of_points = std::vector<point>;

// The smallest time per task with that efficiency: interpolates linearly between the smallest tasks
// that reach it and the next smaller ones.
double metg(const curve_of_points& points, double least) {
  for (std::size_t i = points.size(); i-- > 0;) {
    if (points[i].efficiency < least) continue;
    if (i + 1 == points.size()) return points[i].task_us;
    const point &above = points[i], &below = points[i + 1];
    return below.task_us + (above.task_us - below.task_us) * (least - below.efficiency) /
                               (above.efficiency - below.efficiency);
  }
  return std::nan("");
}

// One of Mentat's programs.
measured_program mentat_program(const plan& with, const std::string& kind, const std::string& mode,
                                std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), kind);
  measured_program made = program_of(with, "mentat_" + kind, "metg/mentat", arguments);
  made.mode = mode;
  made.environment = {"MENTAT_MODE=" + mode};
  const auto add = [&](std::string setting) { made.environment.push_back(std::move(setting)); };
  // A process for each core, as the others have; by default there is one more, the driver.
  if (mode == "processes") {
    add("MENTAT_PROCESSES=" + std::to_string(cores));
    add("MENTAT_DRIVER_EXECUTES=true");
  }
  if (mode == "cluster") {
    add("MENTAT_ADDRESS=" + with.session);
    if (with.session.empty()) made.command = cannot(with.no_session);
  }
  return made;
}

std::vector<measured_program> programs(const plan& with, const grid& of,
                                       const std::vector<std::string>& arguments) {
  std::vector<measured_program> all;
  const auto add = [&](measured_program made, const char* mode) {
    made.mode = mode;
    all.push_back(std::move(made));
  };
  for (const char* kind : {"persistent", "regular", "peers"})
    for (const char* mode : {"threads", "processes", "cluster"})
      all.push_back(mentat_program(with, kind, mode, arguments));
  if (of.width == cores) {  // a thread or process for each point
    std::vector<std::string> in_processes = arguments;
    in_processes.insert(in_processes.begin(), "processes");
    add(program_of(with, "by_hand", "metg/by_hand", arguments), "threads");
    add(program_of(with, "by_hand", "metg/by_hand", in_processes), "processes");
  }
  add(peer_of(with, "openmp", "metg_openmp", arguments), "threads");
  add(peer_of(with, "onetbb", "metg_tbb", arguments), "threads");
  add(peer_of(with, "openmpi", "metg_mpi", arguments), "processes");
  return all;
}

// Runs the kernel alone on all cores, before each program and after the last: efficiency is
// relative to the capacity of the cores at that time. A virtual machine's cores may be half as fast
// a minute later, because others share them.
constexpr long calibrating_iterations = 16384;
constexpr int calibrating_steps = 50;
const std::string calibrating_pattern = "no_comm";

std::vector<measured_program> with_the_kernel_between(const plan& with,
                                                      std::vector<measured_program> all) {
  const measured_program kernel = program_of(
      with, "kernel", "metg/by_hand",
      {"--steps", std::to_string(calibrating_steps), "--width", std::to_string(cores),
       "--iterations", std::to_string(calibrating_iterations), "--patterns", calibrating_pattern});
  std::vector<measured_program> between = {kernel};
  for (measured_program& each : all) {
    between.push_back(std::move(each));
    between.push_back(kernel);
  }
  return between;
}

double flops_per_us(double task_us, long iterations) {
  return flops_of(static_cast<double>(iterations)) * cores / task_us;
}

// The peak of all cores in that round; NaN if the kernel did not run.
double peak_in(const measured_system& kernel, std::size_t round) {
  const auto found =
      kernel.rows.find(calibrating_pattern + "/" + std::to_string(calibrating_iterations));
  if (found == kernel.rows.end() || round >= found->second.samples.size()) return std::nan("");
  const double task_us = found->second.samples[round] * cores /
                         tasks_of(one_point_a_core, calibrating_pattern, calibrating_steps);
  return flops_per_us(task_us, calibrating_iterations);
}

double median_of(std::vector<double> all) {
  row made;
  summarise(all, made);
  return made.median;
}

// The point for tasks of that size, from the rounds in which the program ran.
std::optional<point> point_of(const sampled_row& elapsed, int tasks, long iterations,
                              const measured_system& before, const measured_system& after) {
  std::vector<double> times, efficiencies;
  for (std::size_t round = 0; round < elapsed.samples.size(); ++round) {
    const double task_us = elapsed.samples[round] * cores / tasks;
    const double peak = (peak_in(before, round) + peak_in(after, round)) / 2;
    if (std::isnan(peak)) continue;
    times.push_back(task_us);
    efficiencies.push_back(flops_per_us(task_us, iterations) / peak);
  }
  if (times.empty()) return std::nullopt;
  return point{median_of(times), median_of(efficiencies)};
}

std::string joined(const std::vector<long>& numbers) {
  std::string text;
  for (const long each : numbers) text += (text.empty() ? "" : ",") + std::to_string(each);
  return text;
}

struct system_curves {
  std::string name;
  std::map<std::string, curve_of_points> of_pattern;
};

// The ratio of Mentat's best kind of object to each system that has this graph.
void over_peers(const grid& of, figures& into) {
  for (const char* mode : {"threads", "processes"})
    for (const auto& [system, its_mode] :
         {std::pair{"openmpi", "processes"}, {"onetbb", "threads"}, {"by_hand", mode}})
      for (const std::string& pattern : of.patterns) {
        const std::string name = "metg50_" + pattern + of.suffix;
        const auto value = [&](const char* whose, const char* where) {
          return into.median("metg", name, whose, where);
        };
        const double theirs = value(system, its_mode);
        if (std::isnan(theirs)) continue;
        into.derive(
            {.bench = "metg",
             .name = name + "_over_" + system,
             .system = "mentat",
             .mode = mode,
             .unit = "ratio"},
            std::fmin(std::fmin(value("mentat_persistent", mode), value("mentat_regular", mode)),
                      value("mentat_peers", mode)) /
                theirs);
      }
}

picture efficiency_of(const std::string& pattern, const std::string& suffix,
                      const std::vector<system_curves>& systems) {
  plot drawn{.title = pattern + suffix + ": efficiency by time per task",
             .x = "microseconds a task",
             .y = "efficiency",
             .curves = {}};
  drawn.highest = 1.1;
  drawn.logarithmic = true;
  for (const system_curves& each : systems) {
    const auto found = each.of_pattern.find(pattern);
    if (found == each.of_pattern.end() || found->second.empty()) continue;
    curve line{.name = each.name, .points = {}};
    for (const point& one : found->second) line.points.emplace_back(one.task_us, one.efficiency);
    std::sort(line.points.begin(), line.points.end());
    drawn.curves.push_back(line);
  }
  if (drawn.curves.empty()) return {};
  return {"metg_" + pattern + suffix + ".svg", as_svg(drawn)};
}

// The programs that execute these graphs, in rounds, with the figures of each.
void measure_grid(const grid& of, const plan& with, int steps, const std::vector<long>& iterations,
                  figures& into) {
  std::string names;
  for (const std::string& pattern : of.patterns) names += (names.empty() ? "" : ",") + pattern;
  const std::vector<measured_system> all = measure_in_rounds(
      with_the_kernel_between(
          with, programs(with, of,
                         {"--steps", std::to_string(steps), "--width", std::to_string(of.width),
                          "--iterations", joined(iterations), "--patterns", names})),
      {.rounds = with.rounds(1, 3, 3),
       .longest = 300,
       .budget = with.budget(120, 800) * static_cast<double>(of.patterns.size()) /
                 static_cast<double>(all_patterns.size()),
       .load = with.under.load});

  std::vector<measured_system> systems;
  std::vector<system_curves> curves;
  for (std::size_t s = 1; s + 1 < all.size(); s += 2) {
    const measured_system& system = systems.emplace_back(all[s]);
    system_curves& made =
        curves.emplace_back(system_curves{system.program.system + " " + system.program.mode, {}});
    for (const std::string& pattern : of.patterns)
      for (const long i : iterations) {
        const auto found = system.rows.find(pattern + "/" + std::to_string(i));
        if (found == system.rows.end()) continue;
        if (const auto one =
                point_of(found->second, tasks_of(of, pattern, steps), i, all[s - 1], all[s + 1]))
          made.of_pattern[pattern].push_back(*one);
      }
    for (const std::string& pattern : of.patterns) {
      const curve_of_points& points = made.of_pattern[pattern];
      const auto add = [&](const std::string& name, double value) {
        row figure{.bench = "metg",
                   .name = name + pattern + of.suffix,
                   .system = system.program.system,
                   .mode = system.program.mode};
        figure.placement = with.under.placement;
        figure.load = with.under.load;
        into.derive(figure, value);
      };
      for (const int percent : {50, 75})
        add("metg" + std::to_string(percent) + "_", metg(points, percent / 100.0));
      // The cost of a task that does almost nothing.
      if (!points.empty()) add("smallest_task_", points.back().task_us);
    }
  }
  over_peers(of, into);
  for (skip& each : skipped_of("metg", systems))
    if (of.width == cores) into.skipped.push_back(std::move(each));
  for (const std::string& pattern : of.patterns)
    if (picture made = efficiency_of(pattern, of.suffix, curves); !made.file.empty())
      into.pictures.push_back(std::move(made));
}

}  // namespace

void measure_metg(const plan& with, figures& into) {
  const bool full = with.how_much == extent::full;
  const int steps = full ? 1000 : with.how_much == extent::quick ? 500 : 100;
  std::vector<long> iterations;
  for (long i = full                             ? 32768
                : with.how_much == extent::quick ? 4096
                                                 : 256;
       i >= 1; i /= full ? 2 : 4)
    iterations.push_back(i);
  measure_grid(one_point_a_core, with, steps, iterations, into);
  measure_grid(four_points_a_core, with, steps, iterations, into);
}

void print_metg(const figures& of) {
  std::printf(
      "\nMETG, microseconds a task, %d points on %d cores: 50%% / 75%% (-: never reached)\n\n%-30s",
      cores, cores, "");
  for (const std::string& pattern : all_patterns) std::printf(" %17s", pattern.c_str());
  std::printf("\n");
  std::vector<std::pair<std::string, std::string>> shown;
  for (const row& each : of.rows) {
    const std::pair<std::string, std::string> key{each.system, each.mode};
    if (each.bench != "metg" || each.unit == "ratio" ||
        std::find(shown.begin(), shown.end(), key) != shown.end())
      continue;
    shown.push_back(key);
    std::printf("%-30s", (each.system + " " + each.mode).c_str());
    for (const std::string& pattern : all_patterns) {
      std::string both;
      for (const char* percent : {"metg50_", "metg75_"}) {
        char text[32] = "-";
        const double value = of.median("metg", percent + pattern, each.system, each.mode);
        if (!std::isnan(value)) std::snprintf(text, sizeof text, "%.3g", value);
        both += both.empty() ? std::string(text) + " / " : text;
      }
      std::printf(" %17s", both.c_str());
    }
    std::printf("\n");
  }
}

}  // namespace mentat::bench
