// Growth of cost with the work: time and memory for one more, at each number.
#include <unistd.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "bench/driver/goals.h"
#include "bench/driver/workload.h"
#include "bench/plot.h"

namespace mentat::bench {
namespace {

struct kind {
  const char* name;
  std::size_t first, last, last_quick;
  double bytes_each;  // memory of one, at most; numbers that exceed the free memory are skipped
  const char* text;
};

const kind kinds[] = {
    {"objects", 10, 1'000'000, 100'000, 2000, "objects"},
    {"outstanding", 100, 10'000'000, 1'000'000, 600, "calls outstanding"},
    {"depth", 10, 1'000'000, 100'000, 600, "calls, each needs the one before"},
    {"width", 10, 1'000'000, 100'000, 600, "calls that need one value"},
    {"argument", 1, (std::size_t{1} << 30) - (std::size_t{2} << 20), std::size_t{1} << 26, 4,
     "bytes of an argument"},  // a message has 1 GiB for its arguments and its future
};

double free_memory() {
  return static_cast<double>(sysconf(_SC_AVPHYS_PAGES)) *
         static_cast<double>(sysconf(_SC_PAGESIZE));
}

std::vector<std::size_t> numbers_of(const kind& each, const plan& with) {
  std::vector<std::size_t> all;
  const std::size_t last = with.how_much == extent::full    ? each.last
                           : with.how_much == extent::quick ? each.last_quick
                                                            : each.first * 100;
  const std::size_t step = each.first == 1 ? 32 : 10;
  for (std::size_t next = each.first;; next *= step) {
    const std::size_t number = std::min(next, last);
    if (static_cast<double>(number) * each.bytes_each < free_memory() / 2) all.push_back(number);
    if (next >= last) return all;
  }
}

picture plot_of(const figures& of, const std::string& name, const std::string& text,
                const std::vector<std::size_t>& numbers, const char* suffix, const char* y) {
  plot drawn{.title = name + suffix, .x = text, .y = y, .curves = {}};
  drawn.logarithmic = true;
  for (const char* mode : {"threads", "processes", "simulator"}) {
    curve line{.name = mode, .points = {}};
    for (const std::size_t number : numbers) {
      const double value =
          of.median("scale", name + "_" + std::to_string(number) + suffix, "mentat", mode);
      if (std::isnan(value)) continue;
      line.points.emplace_back(static_cast<double>(number), value);
      drawn.highest = std::max(drawn.highest, value * 1.1);
    }
    if (!line.points.empty()) drawn.curves.push_back(line);
  }
  if (drawn.curves.empty() || drawn.highest <= 0) return {};
  return {"scale_" + name + suffix + ".svg", as_svg(drawn)};
}

void draw(figures& into, const std::string& name, const std::string& text,
          const std::vector<std::size_t>& numbers) {
  for (picture made :
       {plot_of(into, name, text, numbers, "",
                name == "argument" ? "microseconds a call" : "microseconds for each"),
        plot_of(into, name, text, numbers, "_memory", "bytes")})
    if (!made.file.empty()) into.pictures.push_back(std::move(made));
}

// Models a line as cost = once + number * each: `each` is the smallest cost of one more anywhere on
// it, `once` the extra cost of the first number.
struct bent_line {
  double once, each;
  double last;  // cost of one at the greatest number, relative to `each`
};

bent_line line_of(const std::vector<std::pair<double, double>>& points) {
  bent_line made{0, points.front().second, 1};
  for (const auto& [number, cost] : points) made.each = std::min(made.each, cost);
  made.once = (points.front().second - made.each) * points.front().first;
  made.last = points.back().second / made.each;
  return made;
}

std::vector<std::pair<double, double>> points_of(const figures& of, const std::string& name,
                                                 const std::string& suffix,
                                                 const std::string& mode) {
  std::vector<std::pair<double, double>> points;
  for (const row& each : of.rows) {
    if (each.bench != "scale" || each.mode != mode || each.name.rfind(name + "_", 0) != 0) continue;
    std::string number = each.name.substr(name.size() + 1);
    const bool memory = number.ends_with("_memory");
    if (memory != !suffix.empty()) continue;
    points.emplace_back(std::strtod(number.c_str(), nullptr), each.median);
  }
  std::sort(points.begin(), points.end());
  return points;
}

}  // namespace

std::string bends_of(const figures& of) {
  std::string page =
      "Cost = once + number times each; `bends` is what one costs at the greatest number, over "
      "each.\n\n| | once, us | each, us | bends | once, bytes | each, bytes | why it "
      "bends |\n|---|---|---|---|---|---|---|\n";
  std::size_t lines = 0;
  for (const char* name : {"objects", "outstanding", "depth", "width", "hosts"})
    for (const char* mode : {"threads", "processes", "simulator"}) {
      const auto times = points_of(of, name, "", mode),
                 bytes = points_of(of, name, "_memory", mode);
      if (times.empty() || bytes.empty()) continue;
      ++lines;
      const bent_line time = line_of(times), memory = line_of(bytes);
      char text[256];
      std::snprintf(text, sizeof text, "| %s, %s | %.3g | %.3g | %.2f | %.3g | %.3g | ", name, mode,
                    time.once, time.each, time.last, memory.once, memory.each);
      page += text + (time.last > 1.3 ? why_it_bends(name, mode) : std::string()) + " |\n";
    }
  return lines == 0 ? "" : page + "\n";
}

void measure_scale(const plan& with, figures& into) {
  const round_options options{.rounds = with.rounds(1, 1, 3),
                              .longest = 120,
                              .budget = with.budget(40, 250),
                              .load = with.under.load};
  std::vector<measured_program> programs;
  for (const kind& each : kinds)
    for (const std::size_t number : numbers_of(each, with))
      for (const char* mode : {"threads", "processes"}) {
        measured_program made =
            program_of(with, "mentat", "scale/scale", {each.name, std::to_string(number)});
        made.mode = mode;
        made.environment = {std::string("MENTAT_MODE=") + mode, "MENTAT_LIMITS__OBJECTS=1048575",
                            "MENTAT_LIMITS__GRAPH_DEPTH=10000000"};
        // By default a call executes where it is made; here the argument must travel.
        if (std::string(each.name) == "argument")
          made.environment.push_back("MENTAT_PLACEMENT=elsewhere");
        programs.push_back(made);
      }
  std::vector<std::size_t> hosts;  // each process of each host learns of all others
  for (std::size_t number = 1; number <= (with.how_much == extent::smoke ? 10 : 100); number *= 10)
    hosts.push_back(number);
  for (const std::size_t number : hosts) {
    measured_program made = program_of(with, "mentat", "scale/hosts",
                                       {with.built + "/scale/scale", std::to_string(number)});
    made.mode = "simulator";
    programs.push_back(made);
  }
  into.add("scale", measure_in_rounds(programs, options), with.under.load);
  for (const kind& each : kinds) draw(into, each.name, each.text, numbers_of(each, with));
  draw(into, "hosts", "hosts in the simulator", hosts);
}

}  // namespace mentat::bench
