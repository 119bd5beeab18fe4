#include "bench/peers/calls.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>

#include "bench/peers/placement.h"
#include "bench/samples.h"

namespace mentat::bench {
namespace {

struct options {
  std::string rows = "null_call,pipelined,arguments,fan,create";
  double seconds = 0.1;
  std::size_t max_bytes = std::size_t{64} << 20;

  [[nodiscard]] bool has(const char* row) const {
    return ("," + rows + ",").find(std::string(",") + row + ",") != std::string::npos;
  }
};

options read(int argc, char** argv) {
  options chosen;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    if (name == "--rows") chosen.rows = argv[i + 1];
    if (name == "--seconds") chosen.seconds = std::strtod(argv[i + 1], nullptr);
    if (name == "--most-bytes") chosen.max_bytes = std::strtoull(argv[i + 1], nullptr, 10);
  }
  return chosen;
}

constexpr double shortest_sample = 20;  // microseconds; the clock takes 0.03
constexpr std::size_t max_samples = 200;

// Gives at most `max_samples`, spread over the whole time.
void give_samples(const std::string& row, const std::vector<double>& all) {
  const std::size_t given = std::min(all.size(), max_samples);
  for (std::size_t i = 0; i < given; ++i) give_sample(row, all[i * all.size() / given]);
}

// Makes `times * calls` calls in each `operation(times)`: unmeasured for a fifth of the time, until
// the processes have settled on their cores, then in samples of at least `shortest_sample`.
void measure(const std::string& row, double seconds, std::size_t calls,
             const std::function<void(std::size_t)>& operation) {
  const double warm = now_us() + seconds / 5 * 1e6;
  std::size_t times = 1;
  do {
    const double begin = now_us();
    operation(times);
    if (now_us() - begin < shortest_sample && times < 4096) times *= 2;
  } while (now_us() < warm);
  std::vector<double> samples;
  for (const double end = now_us() + seconds * 1e6; samples.size() < 3 || now_us() < end;) {
    const double begin = now_us();
    operation(times);
    samples.push_back((now_us() - begin) / static_cast<double>(times * calls));
  }
  give_samples(row, samples);
}

double null_call(callee& system) {
  std::vector<double> samples;
  for (int i = 0; i < 101; ++i) {
    const double begin = now_us();
    system.call(1, 0);
    samples.push_back(now_us() - begin);
  }
  std::nth_element(samples.begin(), samples.begin() + 50, samples.end());
  return samples[50];
}

void transport_rows(callee& system, const options& chosen) {
  null_call(system);
  for (int i = 0; i < 11; ++i) give_sample("message_transport", null_call(system) / 2);
  for (int sample = 0; sample < 21; ++sample) {
    constexpr int sends = 64;
    const double begin = now_us();
    for (int i = 0; i < sends; ++i) system.start(0);
    const double taken = now_us() - begin;
    for (int i = 0; i < sends; ++i) system.finish();
    give_sample("message_send", taken / sends);
  }
  const std::size_t bytes = std::min<std::size_t>(chosen.max_bytes, std::size_t{1} << 20);
  system.call(1, bytes);
  for (int sample = 0; sample < 11; ++sample) {
    const double begin = now_us();
    system.call(1, bytes);
    const double taken = now_us() - begin - null_call(system);
    if (taken > 0)
      give_sample("bandwidth", static_cast<double>(bytes) / 1024 / (taken / 1e6), "KB/s");
  }
}

}  // namespace

const std::vector<char>& argument_of(std::size_t bytes) {
  static std::map<std::size_t, std::vector<char>> all;
  std::vector<char>& one = all[bytes];
  if (one.size() != bytes) one.assign(bytes, 'm');
  return one;
}

int measure_calls(int argc, char** argv, callee& system) {
  const options chosen = read(argc, argv);
  take_core(party::caller);
  if (chosen.has("transport")) transport_rows(system, chosen);
  if (chosen.has("null_call"))
    measure("null_call", chosen.seconds, 1, [&](std::size_t times) {
      for (std::size_t i = 0; i < times; ++i) system.call(1, 0);
    });
  if (chosen.has("pipelined"))
    for (const std::size_t depth : {1, 8, 64, 512})
      if (depth <= system.max_outstanding())
        measure("pipelined_" + std::to_string(depth), chosen.seconds, depth,
                [&](std::size_t batches) {
                  for (std::size_t i = 0; i < batches; ++i) system.call(depth, 0);
                });
  if (chosen.has("arguments"))
    for (const std::size_t bytes :
         {std::size_t{64}, std::size_t{4096}, std::size_t{1} << 20, std::size_t{64} << 20})
      if (bytes <= chosen.max_bytes)
        measure("argument_" + std::to_string(bytes), chosen.seconds, 1, [&](std::size_t times) {
          for (std::size_t i = 0; i < times; ++i) system.call(1, bytes);
        });
  if (chosen.has("fan") && system.fan())
    measure("fan_4", chosen.seconds, 1, [&](std::size_t times) {
      for (std::size_t i = 0; i < times; ++i) system.fan();
    });
  if (chosen.has("create") && system.create() >= 0) {
    std::vector<double> samples;
    for (const double end = now_us() + chosen.seconds * 1e6; samples.size() < 3 || now_us() < end;)
      samples.push_back(system.create());
    give_samples("object_creation", samples);
  }
  return 0;
}

}  // namespace mentat::bench
