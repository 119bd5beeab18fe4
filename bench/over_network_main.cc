#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "bench/in_processes.h"
#include "bench/over_network.h"
#include "bench/peers/placement.h"
#include "bench/rows.h"

namespace mentat::bench {
namespace {

constexpr std::size_t large_bytes = 100'000'000;

double now_ns() {
  return std::chrono::duration<double, std::nano>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

double by_hand_alone(asked_by_hand& other, std::size_t times) {
  const double begin = now_ns();
  for (std::size_t i = 0; i < times; ++i) {
    other.ask(question_bytes);
    other.answer();
  }
  return (now_ns() - begin) / static_cast<double>(times);
}

double by_hand_in_a_row(asked_by_hand& other, std::size_t times) {
  const double begin = now_ns();
  for (std::size_t done = 0; done < times; done += 100) {
    for (int i = 0; i < 100; ++i) other.ask(question_bytes);
    for (int i = 0; i < 100; ++i) other.answer();
  }
  return (now_ns() - begin) / static_cast<double>(times);
}

double by_hand_large(asked_by_hand& other, std::size_t bytes) {
  const double begin = now_ns();
  other.ask(bytes);
  other.answer();
  return now_ns() - begin;
}

// Both variants of one measurement; microseconds. `polling`: by hand with polling, optional.
struct compared {
  const char* name;
  std::vector<double> by_hand{}, mentat{}, polling{};

  // Prints it and adds its two rows; returns the ratio of the medians, Mentat to by hand.
  double close(std::vector<row>& rows) const {
    row hand{.bench = "over_network", .name = name, .system = "by_hand", .mode = "processes"};
    row ours{.bench = "over_network", .name = name, .system = "mentat", .mode = "processes"};
    summarise(by_hand, hand);
    summarise(mentat, ours);
    rows.push_back(hand);
    rows.push_back(ours);
    std::printf("%-22s by hand %12.2f us, Mentat %12.2f us, ratio %.3f\n", name, hand.median,
                ours.median, ours.median / hand.median);
    if (!polling.empty()) {
      row polls{
          .bench = "over_network", .name = name, .system = "by_hand_polling", .mode = "processes"};
      summarise(polling, polls);
      rows.push_back(polls);
      std::printf("%-22s by hand %12.2f us, if it polls before it blocks, ratio %.3f\n", name,
                  polls.median, ours.median / polls.median);
    }
    return ours.median / hand.median;
  }
};

void goal(const char* what, double reached, const char* relation, double wanted) {
  const bool met = relation[3] == 'm' ? reached <= wanted : reached >= wanted;
  std::printf("%-62s %8.2f, %s %g%s\n", what, reached, relation, wanted, met ? "" : "  MISSED");
}

// Measures arguments of so many bytes; returns the ratio of the times.
double measure_large(asked_by_hand& other, const char* name, std::size_t bytes, int rounds,
                     large_call& most, std::vector<row>& rows) {
  compared large{name};
  for (int round = -1; round < rounds; ++round) {
    const double hand = by_hand_large(other, bytes);
    const large_call ours = network_large_argument(bytes);
    if (round < 0) continue;
    large.by_hand.push_back(hand / 1000);
    large.mentat.push_back(ours.ns / 1000);
    most.caller_memory = std::max(most.caller_memory, ours.caller_memory);
    most.callee_memory = std::max(most.callee_memory, ours.callee_memory);
  }
  return large.close(rows);
}

int measure(asked_by_hand& other, asked_by_hand& polling, int rounds, std::size_t times,
            const std::string& json) {
  compared null{"null_call"}, pipelined{"pipelined_call"};
  for (int round = -1; round < rounds; ++round) {  // the first one warms up
    const double hand = by_hand_alone(other, times), ours = network_null_call(times);
    const double polls = by_hand_alone(polling, times);
    const double hand_row = by_hand_in_a_row(other, times * 5),
                 our_row = network_pipelined_call(times * 5);
    if (round < 0) continue;
    null.by_hand.push_back(hand / 1000);
    null.mentat.push_back(ours / 1000);
    null.polling.push_back(polls / 1000);
    pipelined.by_hand.push_back(hand_row / 1000);
    pipelined.mentat.push_back(our_row / 1000);
  }
  std::vector<row> rows;
  const double null_ratio = null.close(rows);
  pipelined.close(rows);
  const double pipelined_us = rows.back().median;
  large_call small, most;
  measure_large(other, "argument_of_1_mib", std::size_t{1} << 20, rounds * 10, small, rows);
  measure_large(other, "argument_of_16_mib", std::size_t{16} << 20, rounds * 2, small, rows);
  const double large_ratio =
      measure_large(other, "argument_of_100_mb", large_bytes, (rounds + 1) / 2, most, rows);
  for (const auto& [name, times_it] : {std::pair("memory_of_caller", most.caller_memory),
                                       {"memory_of_callee", most.callee_memory}}) {
    row memory{.bench = "over_network", .name = name, .system = "mentat", .mode = "processes"};
    memory.unit = "arguments";
    summarise({times_it}, memory);
    rows.push_back(memory);
  }
  std::printf("\n");
  goal("null call : by hand", null_ratio, "at most", 1.12);
  goal("calls a second, 100 in flight, in thousands", 1000 / pipelined_us, "at least", 150);
  goal("bandwidth of an argument of 100 MB : by hand", 1 / large_ratio, "at least", 0.6);
  goal("memory of the caller : the argument", most.caller_memory, "at most", 2.2);
  goal("memory of the callee : the argument", most.callee_memory, "at most", 2.2);
  const char* const placement = std::getenv("BENCH_PLACEMENT");
  for (row& each : rows) each.placement = placement ? placement : "free";
  return json.empty() ? 0 : write_json(json, this_machine(), rows);
}

}  // namespace

int run_over_network(int argc, char** argv) {
  // Each party has its own core, as with a host of its own: otherwise Linux mostly runs the four
  // threads of the pair by hand on one core, where they need no cross-core wake-ups.
  comparison of{.name = "over_network",
                .description = "Calls between two processes over ZeroMQ, beside the same by hand.",
                .times = 1000,
                .environment = {{"MENTAT_MMPS__TRANSPORTS", "zmq"},
                                {"MENTAT_PLACEMENT", "elsewhere"},
                                {"BENCH_PLACEMENT", "one_per_core"}}};
  if (const int status = begin(argc, argv, of); status >= 0) return status;
  const auto other = by_hand_on_zeromq(waits::blocks), polling = by_hand_on_zeromq(waits::polls);
  take_core(party::caller);
  network_take_core();
  return measure(*other, *polling, of.rounds, of.times / 100 * 100, of.json);
}

}  // namespace mentat::bench
