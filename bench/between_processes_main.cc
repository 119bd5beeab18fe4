#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <numeric>
#include <thread>

#include "bench/between_processes.h"
#include "bench/in_processes.h"
#include "bench/rows.h"

namespace mentat::bench {
namespace {

double now_ns() {
  return std::chrono::duration<double, std::nano>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

double alone(asked_process& other, std::size_t times) {
  const double begin = now_ns();
  for (std::size_t i = 0; i < times; ++i) {
    other.ask();
    other.answer();
  }
  return (now_ns() - begin) / static_cast<double>(times);
}

double in_a_row(asked_process& other, std::size_t times) {
  const double begin = now_ns();
  for (std::size_t done = 0; done < times; done += 100) {
    for (int i = 0; i < 100; ++i) other.ask();
    for (int i = 0; i < 100; ++i) other.answer();
  }
  return (now_ns() - begin) / static_cast<double>(times);
}

// Two processes that each occupy a core during its lifetime.
class hogs {
 public:
  hogs() {
    for (pid_t& one : processes_) {
      one = fork();
      if (one != 0) continue;
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      const sched_param usual{};
      sched_setscheduler(0, SCHED_OTHER, &usual);  // also if the benchmark has a real-time priority
      for (volatile bool busy = true; busy;) {
      }
    }
  }
  hogs(const hogs&) = delete;
  hogs& operator=(const hogs&) = delete;
  ~hogs() {
    for (const pid_t one : processes_) {
      kill(one, SIGKILL);
      waitpid(one, nullptr, 0);
    }
  }

 private:
  pid_t processes_[2];
};

struct measured {
  const char* name;
  const char* system;
  std::function<double(std::size_t)> ns_per_call;
  std::vector<double> samples{};

  [[nodiscard]] double mean() const {
    return std::accumulate(samples.begin(), samples.end(), 0.0) /
           static_cast<double>(samples.size());
  }
};

const measured& of(const std::vector<measured>& all, const char* name) {
  for (const measured& one : all)
    if (std::strcmp(one.name, name) == 0) return one;
  std::abort();
}

void measure(std::vector<measured>& all, int rounds, std::size_t times, const char* load,
             std::vector<row>& rows) {
  for (int round = -1; round < rounds; ++round)  // the first one warms up
    for (measured& one : all) {
      // Both ends sleep since their last turn: excludes their wake-up from the measurement.
      one.ns_per_call(times / 5 / 100 * 100 + 100);
      const double us = one.ns_per_call(times) / 1000;
      if (round >= 0) one.samples.push_back(us);
    }
  std::printf("%-34s %10s %10s %10s %10s   load: %s\n", "us a call", "median", "mean", "min", "p99",
              load);
  for (const measured& one : all) {
    row made{
        .bench = "between_processes", .name = one.name, .system = one.system, .mode = "processes"};
    made.load = load;
    summarise(one.samples, made);
    rows.push_back(made);
    std::printf("%-34s %10.3f %10.3f %10.3f %10.3f\n", one.name, made.median, one.mean(), made.min,
                made.p99);
  }
}

void goal(const char* what, double reached, double most) {
  std::printf("%-62s %8.2f, at most %g%s\n", what, reached, most,
              reached <= most ? "" : "  MISSED");
}

double median_of(const std::vector<measured>& all, const char* name) {
  row made;
  summarise(of(all, name).samples, made);
  return made.median;
}

// The ring and the null call in turns of a few milliseconds: a core that has slept is slower for
// the first one, and load on its other hyperthread comes and goes.
struct in_turns {
  std::vector<double> ring_us, call_us, ratios;
};

in_turns measure_in_turns(asked_process& ring, int rounds, std::size_t times) {
  in_turns made;
  const auto one_turn = [times](std::vector<double>& samples, auto&& ns_per_call) {
    // After a measurement the other end polls for 50 us before it frees its core. A process that
    // finds its core taken sleeps at once for a while, which would distort the figures.
    std::this_thread::sleep_for(std::chrono::microseconds(300));
    ns_per_call(times / 4);  // wakes this one's other end
    samples.push_back(ns_per_call(times) / 1000);
  };
  const auto by_ring = [&](std::size_t n) { return alone(ring, n); };
  for (int round = 0; round < rounds; ++round) {
    if (round % 2 == 0) one_turn(made.ring_us, by_ring);
    one_turn(made.call_us, null_call);
    if (round % 2 != 0) one_turn(made.ring_us, by_ring);
    made.ratios.push_back(made.call_us.back() / made.ring_us.back());
  }
  return made;
}

row note_in_turns(const char* name, const char* system, const char* unit,
                  const std::vector<double>& samples, std::vector<row>& rows) {
  row one{.bench = "between_processes", .name = name, .system = system, .mode = "processes"};
  one.unit = unit;
  summarise(samples, one);
  std::printf("%-34s %10.3f %10.3f %10.3f %10.3f   %s, in turns\n", name, one.median, one.mean,
              one.min, one.p99, unit);
  rows.push_back(one);
  return one;
}

std::string name_of_size(std::size_t bytes) {
  return bytes < (1u << 20) ? std::to_string(bytes >> 10) + "_kib"
                            : std::to_string(bytes >> 20) + "_mib";
}

// One call with a large argument, beside one copy of it. Returns the ratio of their medians.
double measure_large(std::size_t bytes, int rounds, std::vector<row>& rows) {
  std::vector<double> calls, copies;
  const std::vector<char> from(bytes, 'x');
  std::vector<char> to(bytes);
  large_argument(bytes);
  for (int round = 0; round < rounds; ++round) {
    const double begin = now_ns();
    std::memcpy(to.data(), from.data(), bytes);
    copies.push_back((now_ns() - begin) / 1000);
    calls.push_back(large_argument(bytes) / 1000);
  }
  const std::string size = name_of_size(bytes);
  row call{.bench = "between_processes",
           .name = "argument_of_" + size,
           .system = "mentat",
           .mode = "processes"};
  row copy{.bench = "between_processes",
           .name = "memcpy_of_" + size,
           .system = "limit",
           .mode = "processes"};
  summarise(calls, call);
  summarise(copies, copy);
  std::printf("%-34s %10.1f us, one memcpy %10.1f us\n", call.name.c_str(), call.median,
              copy.median);
  rows.push_back(call);
  rows.push_back(copy);
  return call.median / copy.median;
}

// A call with a new large buffer, of which the callee reads one element, or all; beside adding all
// of them in the caller. Returns the median of the first in us.
double measure_buffer(std::size_t bytes, int rounds, std::vector<row>& rows) {
  std::vector<double> first, whole, local;
  large_buffer(bytes, true);
  for (int round = 0; round < rounds; ++round) {
    local.push_back(local_sum(bytes) / 1000);
    first.push_back(large_buffer(bytes, false) / 1000);
    whole.push_back(large_buffer(bytes, true) / 1000);
  }
  const auto note = [&](const std::string& name, const char* system,
                        const std::vector<double>& samples) {
    row one{.bench = "between_processes", .name = name, .system = system, .mode = "processes"};
    summarise(samples, one);
    std::printf("%-34s %10.1f us\n", one.name.c_str(), one.median);
    rows.push_back(one);
    return one.median;
  };
  const std::string size = name_of_size(bytes);
  note("local_sum_of_" + size, "limit", local);
  note("buffer_of_" + size + "_sum", "mentat", whole);
  return note("buffer_of_" + size + "_first_read", "mentat", first);
}

}  // namespace

int run_between_processes(int argc, char** argv) {
  comparison chosen{
      .name = "between_processes",
      .description = "Calls between two processes of one host, beside bare rings and bare ZeroMQ.",
      .times = 5000,
      .environment = {{"MENTAT_PLACEMENT", "elsewhere"}}};
  if (const int status = begin(argc, argv, chosen); status >= 0) return status;
  const int rounds = chosen.rounds;
  const std::size_t times = chosen.times;
  const auto spinning = by_spinning_ring(), futex = by_futex_ring(), zeromq = by_zeromq();
  std::vector<measured> all;
  all.push_back({"ring_hyb50", "limit", [&](std::size_t n) { return alone(*spinning, n); }});
  all.push_back({"ring_futex", "limit", [&](std::size_t n) { return alone(*futex, n / 10); }});
  all.push_back({"null_call", "mentat", [&](std::size_t n) { return null_call(n); }});
  all.push_back(
      {"pipelined_ring_hyb50", "limit", [&](std::size_t n) { return in_a_row(*spinning, n); }});
  all.push_back({"pipelined_zeromq", "zeromq",
                 [&](std::size_t n) { return in_a_row(*zeromq, n / 5 / 100 * 100 + 100); }});
  all.push_back({"pipelined_call", "mentat", [&](std::size_t n) { return pipelined_call(n); }});
  std::vector<measured> loaded{all[1], all[2]};
  all.push_back({"zeromq", "zeromq", [&](std::size_t n) { return alone(*zeromq, n / 50 + 1); }});

  const machine here = this_machine();
  std::vector<row> rows;
  measure(all, rounds, times, "idle", rows);
  const in_turns turns = measure_in_turns(*spinning, rounds * 4, times * 4);
  note_in_turns("ring_hyb50_in_turns", "limit", "us", turns.ring_us, rows);
  note_in_turns("null_call_in_turns", "mentat", "us", turns.call_us, rows);
  const row over_ring = note_in_turns("null_call_over_ring", "mentat", "ratio", turns.ratios, rows);
  {
    const hogs busy;
    measure(loaded, rounds, times * 4, "two hogs", rows);
  }
  for (const std::size_t bytes :
       {std::size_t{16} << 10, std::size_t{64} << 10, std::size_t{1} << 20})
    measure_large(bytes, rounds * 5, rows);
  const double copies = measure_large(std::size_t{64} << 20, 5, rows);
  for (const std::size_t bytes : {std::size_t{64} << 10, std::size_t{256} << 10,
                                  std::size_t{512} << 10, std::size_t{1} << 20})
    measure_buffer(bytes, rounds * 5, rows);
  const double first_read = measure_buffer(std::size_t{64} << 20, 9, rows);
  std::printf("\n");
  goal("buffer of 64 MiB to another process, its first read, us", first_read, 50);
  goal("null call : ring that waits in the same way, in turns", over_ring.median, 2);
  goal("null call : ZeroMQ", median_of(all, "null_call") / median_of(all, "zeromq"), 1.0 / 80);
  goal("null call : futex ring, two hogs, means",
       of(loaded, "null_call").mean() / of(loaded, "ring_futex").mean(), 1.3);
  goal("pipelined call : ZeroMQ pipelined",
       median_of(all, "pipelined_call") / median_of(all, "pipelined_zeromq"), 0.2);
  goal("argument of 64 MiB : one memcpy", copies, 2.2);
  return chosen.json.empty() ? 0 : write_json(chosen.json, here, rows);
}

}  // namespace mentat::bench
