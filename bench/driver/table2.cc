// Table II of [TOCS96]: the smallest work that pays, by the paper's formula from this machine's
// Table I, and as measured; and Figure 11.
#include <cmath>
#include <cstdio>
#include <string>

#include "bench/driver/paper.h"
#include "bench/driver/timeline.h"
#include "bench/driver/workload.h"

namespace mentat::bench {
namespace {

constexpr const char* modes[] = {"threads", "processes", "processes_zmq", "cluster"};

// Measures the entries of Table I that the formula uses.
void measure_messages(const plan& with, figures& into) {
  measured_program shm =
      program_of(with, "mentat", "peers/mmps_shm", {"--rows", "transport", "--most-bytes", "1"});
  shm.mode = "processes";
  measured_program zmq =
      program_of(with, "mentat", "peers/mmps_zmq", {"--rows", "transport", "--most-bytes", "1"});
  zmq.mode = "processes_zmq";
  measured_program match =
      program_of(with, "mentat", "table1/table1", {"--row", "block_predicate"});
  match.mode = "threads";
  match.environment = {"MENTAT_MODE=threads"};
  std::vector<measured_system> systems =
      measure_in_rounds({shm, zmq, match}, {.rounds = with.rounds(1, 3, 5),
                                            .longest = 60,
                                            .budget = with.budget(20, 60),
                                            .load = with.under.load});
  for (measured_system& each : systems) each.rows.erase("bandwidth");
  into.add("table2", systems, with.under.load);
}

// FT = ((k - 1) MS + 2 (MT + BP)) / (k - 1)
void by_formula(figures& into) {
  const double match = into.median("table2", "block_predicate", "mentat");
  const double rate = into.median("table2", "kernel", "mentat", "threads");
  for (const char* mode : {"processes", "processes_zmq"})
    for (const int workers : {2, 4}) {
      const double others = workers - 1;
      const double work =
          (others * into.median("table2", "message_send", "mentat", mode) +
           2 * (into.median("table2", "message_transport", "mentat", mode) + match)) /
          others;
      const std::string name = "formula_k" + std::to_string(workers);
      into.derive({.bench = "table2", .name = name, .system = "mentat", .mode = mode}, work);
      into.derive({.bench = "table2",
                   .name = name + "_flop",
                   .system = "mentat",
                   .mode = mode,
                   .unit = "flop"},
                  work * rate);
    }
}

void draw_timelines(const std::vector<measured_system>& systems, figures& into) {
  for (const measured_system& each : systems) {
    const auto at = [&](const std::string& name) {
      const auto found = each.rows.find("timeline_" + name);
      return found == each.rows.end() ? std::nan("") : found->second.samples.back();
    };
    if (std::isnan(at("over"))) continue;
    timeline drawn{.title = "Figure 11: two workers, mode " + each.program.mode, .lanes = {}};
    lane caller{"caller", {}};
    caller.bars.push_back({0, at("called_1"), "call 1", false});
    caller.bars.push_back({at("called_1"), at("called_2"), "call 2", false});
    caller.bars.push_back({at("called_2"), at("over"), "waits for both results", true});
    drawn.lanes.push_back(caller);
    for (const char* number : {"1", "2"})
      drawn.lanes.push_back({std::string("worker ") + number,
                             {{at(std::string("called_") + number),
                               at(std::string("begun_") + number), "on its way", true},
                              {at(std::string("begun_") + number),
                               at(std::string("ended_") + number), "work", false}}});
    into.pictures.push_back({"figure_11_" + each.program.mode + ".svg", as_svg(drawn)});
  }
}

}  // namespace

void measure_table2(const plan& with, figures& into) {
  std::vector<measured_system> systems = measure_in_rounds(
      in_every_mode(with, "table2/fan_out", {}, false), {.rounds = with.rounds(1, 3, 9),
                                                         .longest = 60,
                                                         .budget = with.budget(30, 180),
                                                         .load = with.under.load});
  draw_timelines(systems, into);
  for (measured_system& each : systems)
    std::erase_if(each.rows, [](const auto& row) { return row.first.rfind("timeline_", 0) == 0; });
  into.add("table2", systems, with.under.load);
  measure_messages(with, into);
  by_formula(into);
}

void print_table2(const figures& of) {
  std::printf(
      "\nTable II [TOCS96]: the smallest work that pays, k workers\n\n%-24s %12s %12s %12s %12s\n",
      "", "k=2, us", "k=4, us", "k=2, flop", "k=4, flop");
  const auto line = [&](const char* how, const char* mode) {
    std::printf("%-24s", (std::string(mode) + ", " + how).c_str());
    for (const char* row : {"_k2", "_k4", "_k2_flop", "_k4_flop"}) {
      const double value = of.median("table2", std::string(how) + row, "mentat", mode);
      if (std::isnan(value))
        std::printf(" %12s", "-");
      else
        std::printf(value < 1000 ? " %12.3g" : " %12.0f", value);
    }
    std::printf("\n");
  };
  for (const char* mode : modes) {
    line("measured", mode);
    if (std::string(mode) != "threads") line("formula", mode);
  }
  const auto line_of_paper = [](const char* on, double paper_figure::* machine) {
    std::printf("%-24s", on);
    for (const paper_figure& each : paper_table2) std::printf(" %12g", each.*machine);
    std::printf("\n");
  };
  line_of_paper("Sun (1996)", &paper_figure::sun);
  line_of_paper("Paragon (1996)", &paper_figure::paragon);
}

}  // namespace mentat::bench
