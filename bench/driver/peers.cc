// The same calls in every system (bench/peers/calls.h).
#include <cmath>
#include <cstdio>
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
  std::vector<std::string> tcp = arguments;
  tcp.insert(tcp.begin(), "tcp");
  add(peer_of(with, "onetbb", "tbb", arguments), "threads");
  add(peer_of(with, "caf", "caf", arguments), "threads");
  add(program_of(with, "raw_ring", "peers/raw_ring", arguments), "processes");
  add(program_of(with, "raw_unix", "peers/raw_unix", arguments), "processes");
  add(program_of(with, "raw_zmq", "peers/raw_zmq", arguments), "processes");
  add(program_of(with, "raw_zmq_tcp", "peers/raw_zmq", tcp), "processes");
  add(peer_of(with, "openmpi", "mpi", arguments), "processes");
  add(peer_of(with, "capnproto", "capnp", arguments), "processes");
  return all;
}

// Mentat over another system at the same place; below 1 Mentat is faster.
void ratios(figures& into) {
  std::vector<row> others;
  for (const row& each : into.rows)
    if (each.bench == "peers" && each.system != "mentat") others.push_back(each);
  for (const row& other : others) {
    const std::string same = other.name == "null_call_actor_to_actor" ? "null_call" : other.name;
    row made{.bench = "peers",
             .name = other.name + "_over_" + other.system,
             .system = "mentat",
             .mode = other.mode};
    made.placement = other.placement;
    made.load = other.load;
    const row* ours = into.find("peers", same, "mentat", other.mode);
    if (!ours) continue;
    const row copy = *ours;
    into.derive_ratio(made, &copy, &other);
  }
}

}  // namespace

void measure_peers(const plan& with, figures& into) {
  const std::vector<std::string> arguments = {
      "--seconds", with.seconds(0.01, 0.1, 0.5), "--most-bytes",
      with.how_much == extent::smoke ? "1048576" : "67108864"};
  into.add("peers",
           measure_in_rounds(all_programs(with, arguments), {with.rounds(1, 4, 9), 120, with.load}),
           with.load);
  ratios(into);
}

void print_peers(const figures& of) {
  std::printf(
      "\nThe same calls in every system, microseconds a call, medians; between processes unless it "
      "says threads\n\n%-20s",
      "");
  std::vector<const row*> systems;
  for (const row& each : of.rows)
    if (each.bench == "peers" && each.name == "null_call") systems.push_back(&each);
  for (const std::string& name : rows)
    std::printf(" %9s", name.size() > 9 ? name.substr(name.size() - 9).c_str() : name.c_str());
  std::printf("\n");
  for (const row* system : systems) {
    std::printf(
        "%-20s",
        (system->system +
         (system->mode == "processes" && system->system != "mentat" ? "" : " " + system->mode))
            .c_str());
    for (const std::string& name : rows) {
      const double value = of.median("peers", name, system->system, system->mode);
      if (std::isnan(value))
        std::printf(" %9s", "-");
      else
        std::printf(value < 1000 ? " %9.3g" : " %9.0f", value);
    }
    std::printf("\n");
  }
}

}  // namespace mentat::bench
