// Table I of [TOCS96]: each operation in each mode, its constituent messages, and the same work by
// hand.
#include <cmath>
#include <cstdio>
#include <string>

#include "bench/driver/paper.h"
#include "bench/driver/workload.h"

namespace mentat::bench {
namespace {

constexpr const char* mentat_modes[] = {"threads", "processes", "processes_zmq", "cluster"};

// What a call of a persistent object costs beyond its two messages; within one process, beyond an
// object that is allocated, called and freed. Rows of one round are compared.
void overhead(const std::vector<measured_system>& systems, const std::string& mode, figures& into) {
  const sampled_row* call = sampled(systems, "null_rpc_persistent", "mentat", mode);
  const bool in_one = mode == "threads";
  const sampled_row* floor =
      sampled(systems, in_one ? "allocate_call_free" : "message_transport", "mentat", mode);
  if (!call || !floor) return;
  const double times = in_one ? 1 : 2;
  const std::vector<double> differences = combined_by_round(
      *call, *floor, [&](double whole, double part) { return whole - times * part; });
  if (differences.empty()) return;
  row made{.bench = "table1", .name = "total_overhead", .system = "mentat", .mode = mode};
  made.placement = into.under.placement;
  made.load = into.under.load;
  summarise(differences, made);
  into.rows.push_back(std::move(made));
}

// By hand, a call and its answer are two messages, each made and deleted [TOCS96 4.4]; within one
// process, an object is allocated, called and freed.
void by_hand(figures& into) {
  const auto of = [&](const char* name, const char* system, const std::string& mode) {
    const row* found = into.find("table1", name, system, mode);
    row none;
    none.median = none.min = std::nan("");
    return found ? *found : none;
  };
  for (const std::string mode : mentat_modes) {
    const row call = of("null_rpc_persistent", "mentat", mode);
    row rpc = of("allocate_call_free", "mentat", "threads");
    if (mode != "threads") {
      const row message = of("new_delete_message", "mentat", mode),
                way = of("message_transport", "by_hand", mode);
      rpc.median = 2 * (way.median + message.median);
      rpc.min = 2 * (way.min + message.min);
      const row ours = of("message_transport", "mentat", mode);
      if (!std::isnan(ours.median) && !std::isnan(way.median))
        into.derive_ratio({.bench = "table1",
                           .name = "message_transport_over_by_hand",
                           .system = "mentat",
                           .mode = mode},
                          &ours, &way);
    }
    if (std::isnan(call.median) || std::isnan(rpc.median)) continue;
    into.derive({.bench = "table1", .name = "rpc", .system = "by_hand", .mode = mode}, rpc.median);
    into.derive_ratio(
        {.bench = "table1", .name = "null_rpc_over_by_hand", .system = "mentat", .mode = mode},
        &call, &rpc);
  }
}

// A regular class has no object that keeps its calls in one place.
void regular_over_persistent(figures& into) {
  for (const std::string mode : mentat_modes)
    for (const std::string kind : {"", "pipelined_"}) {
      const row* regular = into.find("table1", kind + "null_rpc_regular", "mentat", mode);
      const row* persistent = into.find("table1", kind + "null_rpc_persistent", "mentat", mode);
      if (regular && persistent)
        into.derive_ratio({.bench = "table1",
                           .name = kind + "null_rpc_regular_over_persistent",
                           .system = "mentat",
                           .mode = mode},
                          regular, persistent);
    }
}

measured_program message_program(const plan& with, const char* system, const char* mode,
                                 const char* name) {
  std::vector<std::string> arguments = {"--rows", "transport"};
  if (std::string(mode) == "cluster") arguments.insert(arguments.begin(), "tcp");
  measured_program made = program_of(with, system, std::string("peers/") + name, arguments);
  made.mode = mode;
  return made;
}

}  // namespace

void measure_table1(const plan& with, figures& into) {
  std::vector<measured_program> programs =
      in_every_mode(with, "table1/table1",
                    {"--repetitions", with.how_much == extent::full ? "11" : "3", "--seconds",
                     with.seconds(0.005, 0.02, 0.05)},
                    true);
  programs.push_back(message_program(with, "mentat", "processes", "mmps_shm"));
  programs.push_back(message_program(with, "by_hand", "processes", "raw_ring"));
  for (const char* mode : {"processes_zmq", "cluster"}) {
    programs.push_back(message_program(with, "mentat", mode, "mmps_zmq"));
    programs.push_back(message_program(with, "by_hand", mode, "raw_zmq"));
  }
  const std::vector<measured_system> systems =
      measure_in_rounds(programs, {.rounds = with.rounds(3, 5, 9),
                                   .longest = 60,
                                   .budget = with.budget(80, 450),
                                   .load = with.under.load});
  into.add("table1", systems, with.under.load);
  for (const char* mode : mentat_modes) overhead(systems, mode, into);
  by_hand(into);
  regular_over_persistent(into);
}

void print_table1(const figures& of) {
  std::printf("\nTable I [TOCS96], medians, microseconds; bandwidth in KB/s\n\n%-34s", "");
  for (const char* mode : mentat_modes) std::printf(" %14s", mode);
  std::printf(" %13s %13s %13s %10s %10s\n", "ring by hand", "zmq by hand", "tcp by hand",
              "Sun (1996)", "Paragon");
  for (const paper_figure& each : paper_table1) {
    std::printf("%-34s", each.row);
    const auto show = [&](const char* system, const char* mode, int width) {
      const double value = of.median("table1", each.row, system, mode);
      if (std::isnan(value))
        std::printf(" %*s", width, "-");
      else
        std::printf(value < 1000 ? " %*.4g" : " %*.0f", width, value);
    };
    for (const char* mode : mentat_modes) show("mentat", mode, 14);
    show("by_hand", "processes", 13);
    show("by_hand", "processes_zmq", 13);
    show("by_hand", "cluster", 13);
    std::printf(" %10g %10g\n", each.sun, each.paragon);
  }
  std::printf(
      "\nnull_rpc_over_by_hand: in one process against an object that is allocated, called and "
      "freed; else against two messages "
      "by hand.\nmessage_transport, message_send and bandwidth in cluster: over tcp without "
      "keys.\n");
}

}  // namespace mentat::bench
