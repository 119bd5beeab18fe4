// The same calls in every system (bench/peers/calls.h).
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>
#include <string>

#include "bench/driver/workload.h"

namespace mentat::bench {
namespace {

const std::vector<std::string> rows = {"null_call",     "pipelined_1",      "pipelined_8",
                                       "pipelined_64",  "pipelined_512",    "argument_64",
                                       "argument_4096", "argument_1048576", "argument_67108864",
                                       "fan_4",         "object_creation"};

std::vector<measured_program> all_programs(const plan& with,
                                           const std::vector<std::string>& arguments) {
  std::vector<measured_program> all = in_every_mode(with, "peers/mentat", arguments, true);
  const auto add = [&](measured_program made, const char* mode) {
    made.mode = mode;
    all.push_back(std::move(made));
  };
  const auto with_first = [&](const char* first) {
    std::vector<std::string> more = arguments;
    more.insert(more.begin(), first);
    return more;
  };
  add(program_of(with, "mentat", "peers/mentat", {"across_cores"}), "threads");
  for (const auto& [limit, name] :
       {std::pair{"allocation", "allocation"}, {"queue", "pointer_queue"}}) {
    std::vector<std::string> only_calls = with_first(limit);
    only_calls.insert(only_calls.end(), {"--rows", "null_call,pipelined"});
    add(program_of(with, name, "peers/limits", only_calls), "threads");
  }
  add(peer_of(with, "onetbb", "tbb", arguments), "threads");
  add(peer_of(with, "caf", "caf", arguments), "threads");
  add(program_of(with, "memcpy", "peers/limits", with_first("memcpy")), "processes");
  add(program_of(with, "raw_ring", "peers/raw_ring", arguments), "processes");
  add(program_of(with, "raw_ring_futex", "peers/raw_ring", with_first("futex")), "processes");
  add(program_of(with, "raw_unix", "peers/raw_unix", arguments), "processes");
  add(program_of(with, "raw_tcp", "peers/raw_tcp", arguments), "processes");
  add(peer_of(with, "raw_ucx", "raw_ucx", arguments), "processes");
  add(program_of(with, "raw_zmq", "peers/raw_zmq", arguments), "processes");
  add(program_of(with, "raw_zmq_tcp", "peers/raw_zmq", with_first("tcp")), "processes");
  add(program_of(with, "raw_zmq_curve", "peers/raw_zmq", with_first("curve")), "processes");
  add(peer_of(with, "openmpi", "mpi", arguments), "processes");
  add(peer_of(with, "capnproto", "capnp", arguments), "processes");
  add(peer_of(with, "grpc", "grpc", arguments), "processes");
  add(peer_of(with, "grpc_tcp", "grpc", with_first("tcp")), "processes");
  return all;
}

// Whether the placement applies: a single process has no second party to place, and the driver
// cannot confine the hosts of the session.
bool can_be_placed(const measured_program& each, const conditions& where) {
  if (where.placement == "free") return true;
  if (each.system == "pointer_queue") return false;  // it needs two cores
  return each.mode != "cluster" && (where.placement == "one_core" || each.mode != "threads");
}

// Mentat over another system at the same placement; below 1 Mentat is faster.
void ratios(figures& into) {
  std::vector<row> others;
  for (const row& each : into.rows)
    if (each.bench == "peers" && each.system != "mentat") others.push_back(each);
  const auto over = [&](const row& other, const std::string& ours, const std::string& mode) {
    const row* found = into.find("peers", ours, "mentat", mode, {other.placement, other.load});
    if (!found) return;
    const row above = *found;
    into.derive_ratio({.bench = "peers",
                       .name = (ours == "null_call" ? other.name : ours) + "_over_" + other.system,
                       .system = "mentat",
                       .mode = mode},
                      &above, &other);
  };
  for (const row& other : others) {
    const bool actors = other.name == "null_call_actor_to_actor";
    over(other, actors ? "null_call" : other.name, other.mode);
    if (actors || (other.name == "null_call" && other.system == "pointer_queue"))
      over(other, "null_call_across_cores", "threads");
    if (other.system == "raw_zmq") over(other, other.name, "processes_zmq");
    if (other.system == "raw_zmq_tcp" || other.system == "raw_zmq_curve")
      over(other, other.name, "cluster");
  }
}

// `systems` restricts the run to these systems, between processes; empty: all.
void measure_under(const plan& with, const conditions& where,
                   const std::vector<std::string>& arguments, const round_options& options,
                   figures& into, const std::set<std::string>& systems = {}) {
  plan placed = with;
  placed.under = where;
  std::vector<measured_program> programs;
  for (measured_program& each : all_programs(placed, arguments))
    if (can_be_placed(each, where) &&
        (systems.empty() || (each.mode == "processes" && systems.contains(each.system))))
      programs.push_back(std::move(each));
  into.add("peers", measure_in_rounds(programs, options), where.load);
}

void print_under(const figures& of, const conditions& where) {
  std::printf(
      "\nThe same calls in every system, microseconds a call, medians; %s, placement %s; between "
      "processes unless it says threads\n\n%-24s",
      where.load.c_str(), where.placement.c_str(), "");
  for (const std::string& name : rows)
    std::printf(" %9s", name.size() > 9 ? name.substr(name.size() - 9).c_str() : name.c_str());
  std::printf("\n");
  std::set<std::string> shown;
  for (const row& system : of.rows) {
    if (system.bench != "peers" || system.unit == "ratio" || system.placement != where.placement ||
        system.load != where.load || !shown.insert(system.system + " " + system.mode).second)
      continue;
    std::printf("%-24s",
                (system.system +
                 (system.mode == "processes" && system.system != "mentat" ? "" : " " + system.mode))
                    .c_str());
    for (const std::string& name : rows) {
      const row* found = of.find("peers", name, system.system, system.mode, where);
      if (!found)
        std::printf(" %9s", "-");
      else
        std::printf(found->median < 1000 ? " %9.3g" : " %9.0f", found->median);
    }
    std::printf("\n");
  }
}

}  // namespace

void measure_peers(const plan& with, figures& into) {
  const bool smoke = with.how_much == extent::smoke;
  measure_under(
      with, with.under,
      {"--seconds", with.seconds(0.01, 0.1, 0.4), "--most-bytes", smoke ? "1048576" : "67108864"},
      {.rounds = with.rounds(3, 4, 9),
       .longest = 60.0 + 60 * !smoke,
       .budget = with.budget(90, 650),
       .load = with.under.load},
      into);
  // Whether two processes that yield to each other share a core makes a factor of nine.
  if (smoke && with.under == conditions{})
    measure_under(with, {"one_per_core", "idle"}, {"--rows", "pipelined", "--seconds", "0.02"},
                  {.rounds = 3}, into, {"mentat", "raw_ring"});
  // Placement and background load matter more than the systems.
  if (!smoke && with.under == conditions{})
    for (const conditions& where : {conditions{"one_per_core", "idle"},
                                    conditions{"one_core", "idle"}, conditions{"free", "busy"}})
      measure_under(
          with, where,
          {"--rows", "null_call,pipelined,arguments", "--seconds", with.seconds(0.01, 0.05, 0.2),
           "--most-bytes", "4096"},
          {.rounds = with.rounds(1, 3, 7), .budget = with.budget(25, 120), .load = where.load},
          into);
  ratios(into);
}

void print_peers(const figures& of) {
  std::vector<conditions> all = {of.under};
  for (const row& each : of.rows) {
    const conditions where{each.placement, each.load};
    if (each.bench == "peers" && std::find(all.begin(), all.end(), where) == all.end())
      all.push_back(where);
  }
  for (const conditions& where : all) print_under(of, where);
}

}  // namespace mentat::bench
