// The task graphs of Task Bench (Slaughter et al., SC20): a grid of steps and points; a task (step,
// point) computes, and depends on tasks of the previous step as the pattern prescribes. Every
// system executes the same graphs through this interface, so that the work is the same, and so is
// the check that each task had the right inputs. Values, no state; thread-safe.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>

namespace mentat::bench {

enum class pattern : std::uint8_t { trivial, no_comm, stencil_1d, fft, tree, dom };
inline constexpr const char* pattern_names[] = {"trivial", "no_comm", "stencil_1d",
                                                "fft",     "tree",    "dom"};

// The output of a task for its dependents: its own identity.
struct task_output {
  std::int64_t step = -1, point = -1;
};

// The points of the previous step that a task depends on.
struct dependences {
  std::array<int, 3> points{};
  int count = 0;
  void add(int point) { points[static_cast<std::size_t>(count++)] = point; }
  [[nodiscard]] std::span<const int> all() const {
    return {points.data(), static_cast<std::size_t>(count)};
  }
};

struct task_graph {
  bench::pattern pattern = pattern::trivial;
  int width = 2;
  int steps = 1000;
  std::int64_t iterations = 1;  // of each task's kernel

  // The points of a step: [first, end).
  [[nodiscard]] int first(int step) const {
    return pattern == pattern::dom ? std::max(0, step + width - steps) : 0;
  }
  [[nodiscard]] int end(int step) const {
    if (pattern == pattern::tree) return step < 30 ? std::min(width, 1 << step) : width;
    if (pattern == pattern::dom) return first(step) + std::min({width, step + 1, steps - step});
    return width;
  }
  [[nodiscard]] bool has(int step, int point) const {
    return step >= 0 && step < steps && point >= first(step) && point < end(step);
  }
  [[nodiscard]] int tasks() const {
    int sum = 0;
    for (int step = 0; step < steps; ++step) sum += end(step) - first(step);
    return sum;
  }

  [[nodiscard]] dependences of(int step, int point) const {
    dependences found;
    const auto add = [&](int from) {
      if (has(step - 1, from)) found.add(from);
    };
    switch (pattern) {
      case pattern::trivial:
        break;
      case pattern::no_comm:
        add(point);
        break;
      case pattern::stencil_1d:
        for (int from = point - 1; from <= point + 1; ++from) add(from);
        break;
      case pattern::fft: {
        const int distance = 1 << ((step + levels() - 1) % levels());
        add(point - distance);
        add(point);
        add(point + distance);
        break;
      }
      case pattern::tree:
        add(point / 2);
        break;
      case pattern::dom:
        add(point - 1);
        add(point);
        break;
    }
    return found;
  }

  // Whether task (step + 1, by) depends on task (step, point).
  [[nodiscard]] bool is_wanted(int step, int point, int by) const {
    if (!has(step + 1, by)) return false;
    const dependences from = of(step + 1, by);
    return std::find(from.all().begin(), from.all().end(), point) != from.all().end();
  }

 private:
  [[nodiscard]] int levels() const {
    int count = 1;
    while ((1 << count) < width) ++count;
    return count;
  }
};

// Performs 2 * 64 * iterations + 64 floating-point operations.
double compute_kernel(std::int64_t iterations);

// Executes a task: checks its inputs, in the order of its dependences, and computes. Wrong inputs
// end the program.
inline task_output execute_task(const task_graph& graph, int step, int point,
                                std::span<const task_output> inputs) {
  const dependences from = graph.of(step, point);
  bool right = inputs.size() == from.all().size();
  for (std::size_t i = 0; right && i < inputs.size(); ++i)
    right = inputs[i].step == step - 1 && inputs[i].point == from.all()[i];
  if (!right) {
    std::fprintf(stderr, "metg: task (%d, %d) of %s has wrong inputs\n", step, point,
                 pattern_names[static_cast<int>(graph.pattern)]);
    std::_Exit(3);
  }
  compute_kernel(graph.iterations);
  return {step, point};
}

// Executes a graph once; returns microseconds. Objects and threads exist before; building the graph
// counts.
class graph_executor {
 public:
  virtual ~graph_executor() = default;
  virtual double execute(const task_graph& graph) = 0;
};

// Options: --patterns LIST, --iterations LIST, --steps N, --width N. Executes the graph twice for
// each pattern and number of iterations; the second time, in microseconds, is the sample
// `PATTERN/ITERATIONS`. Returns the exit status.
int measure_task_graphs(int argc, char** argv, graph_executor& system);

}  // namespace mentat::bench
