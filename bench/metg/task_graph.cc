#include "bench/metg/task_graph.h"

#include <sstream>
#include <vector>

#include "bench/samples.h"

namespace mentat::bench {
namespace {

// Two doubles: every processor of this kind computes them at once, regardless of compiler options.
using pair_of_doubles [[gnu::vector_size(16)]] = double;
constexpr std::size_t pairs = 32, at_once = 8;

struct options {
  std::string patterns = "trivial,no_comm,stencil_1d,fft,tree,dom", iterations = "1";
  int steps = 1000, width = 2;
};

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> parts;
  std::istringstream in(list);
  for (std::string part; std::getline(in, part, ',');) parts.push_back(part);
  return parts;
}

options read(int argc, char** argv) {
  options chosen;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    if (name == "--patterns") chosen.patterns = argv[i + 1];
    if (name == "--iterations") chosen.iterations = argv[i + 1];
    if (name == "--steps") chosen.steps = std::atoi(argv[i + 1]);
    if (name == "--width") chosen.width = std::atoi(argv[i + 1]);
  }
  return chosen;
}

std::optional<pattern> pattern_named(const std::string& name) {
  for (int i = 0; i < 6; ++i)
    if (name == pattern_names[i]) return static_cast<pattern>(i);
  return std::nullopt;
}

}  // namespace

// Keeps everything in registers: with an array the same work took 8 or 15 microseconds, depending
// on the stack's address.
[[gnu::noinline]] double compute_kernel(std::int64_t iterations) {
  pair_of_doubles sum{};
  for (std::size_t group = 0; group < pairs; group += at_once) {
    pair_of_doubles x[at_once];
    for (pair_of_doubles& each : x) each = pair_of_doubles{1.2345, 1.2346};
    for (std::int64_t i = 0; i < iterations; ++i)
      for (pair_of_doubles& each : x) {
        each = each * 0.999 + 0.001;
        asm volatile("" : "+x"(each));
      }
    for (const pair_of_doubles& each : x) sum += each;
  }
  return sum[0] + sum[1];
}

int measure_task_graphs(int argc, char** argv, graph_executor& system) {
  const options chosen = read(argc, argv);
  for (const std::string& name : split(chosen.patterns)) {
    const auto known = pattern_named(name);
    if (!known) {
      std::fprintf(stderr, "metg: there is no pattern '%s'\n", name.c_str());
      return 2;
    }
    for (const std::string& iterations : split(chosen.iterations)) {
      const task_graph graph{*known, chosen.width, chosen.steps, std::atoll(iterations.c_str())};
      system.execute(graph);
      give_sample(name + "/" + iterations, system.execute(graph));
    }
  }
  return 0;
}

}  // namespace mentat::bench
