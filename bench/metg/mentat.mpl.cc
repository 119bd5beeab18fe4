// Task graphs in the Mentat language: a task is a call, a dependence is an argument. `mentat
// persistent ...`: each point is an object; `mentat regular ...`: any worker executes any task;
// `mentat peers ...`: the objects call each other.
#include <mentat/mpl.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bench/metg/task_graph.h"
#include "bench/samples.h"

using mentat::bench::dependences;
using mentat::bench::task_graph;
using mentat::bench::task_output;

struct task {
  task_graph graph;
  int step = 0, point = 0;
};

static task_output execute(const task& t, std::initializer_list<task_output> inputs) {
  return mentat::bench::execute_task(t.graph, t.step, t.point,
                                     std::span(inputs.begin(), inputs.size()));
}

class [[mentat::persistent]] point_object {
 public:
  task_output execute_0(task t) { return execute(t, {}); }
  task_output execute_1(task t, task_output a) { return execute(t, {a}); }
  task_output execute_2(task t, task_output a, task_output b) { return execute(t, {a, b}); }
  task_output execute_3(task t, task_output a, task_output b, task_output c) {
    return execute(t, {a, b, c});
  }
};

class [[mentat::regular]] task_worker {
 public:
  task_output execute_0(task t) { return execute(t, {}); }
  task_output execute_1(task t, task_output a) { return execute(t, {a}); }
  task_output execute_2(task t, task_output a, task_output b) { return execute(t, {a, b}); }
  task_output execute_3(task t, task_output a, task_output b, task_output c) {
    return execute(t, {a, b, c});
  }
};

class [[mentat::persistent]] finish_line {
 public:
  void arrive() { ++arrived_; }
  int await(int points) {
    mentat::guard(arrived_ >= points);
    return std::exchange(arrived_, 0);
  }

 private:
  int arrived_ = 0;
};

// A point that calls its dependents itself, as a chare or an actor does: it keeps its own outputs,
// and main only starts it.
class [[mentat::persistent]] peer_object {
 public:
  bool meet(int point, std::vector<peer_object> all, finish_line line) {
    point_ = point;
    all_ = all;
    line_ = line;
    return true;
  }
  void begin(task_graph graph) {
    graph_ = graph;
    // Inputs may have come from points that began earlier.
    slots_.resize(static_cast<std::size_t>(graph.steps) + 1);
    step_ = 0;
    while (step_ < graph_.steps && !graph_.has(step_, point_)) ++step_;
    run();
  }
  void take(int step, int input, task_output output) {
    put(step, input, output);
    if (step == step_) run();
  }

 private:
  struct slot {
    std::array<task_output, 3> inputs;
    int arrived = 0;
  };
  void put(int step, int input, const task_output& output) {
    const auto at = static_cast<std::size_t>(step);
    if (at >= slots_.size()) slots_.resize(at + 1);
    slots_[at].inputs[static_cast<std::size_t>(input)] = output;
    ++slots_[at].arrived;
  }
  // Executes the tasks that have all their inputs.
  void run() {
    while (graph_.has(step_, point_)) {
      const slot& ready = slots_[static_cast<std::size_t>(step_)];
      const int inputs = graph_.of(step_, point_).count;
      if (ready.arrived < inputs) return;
      const task_output output =
          execute_task(graph_, step_, point_, std::span(ready.inputs).first(inputs));
      ++step_;
      for (int other = 0; other < graph_.width; ++other) {
        if (!graph_.has(step_, other)) continue;
        const dependences from = graph_.of(step_, other);
        const auto at = std::ranges::find(from.all(), point_) - from.all().begin();
        if (at == from.count) continue;
        const int input = static_cast<int>(at);
        if (other == point_)
          put(step_, input, output);
        else
          all_[static_cast<std::size_t>(other)].take(step_, input, output);
      }
    }
    step_ = not_begun;
    slots_.clear();
    line_.arrive();
  }

  static constexpr int not_begun = -1;
  int point_ = 0, step_ = not_begun;
  task_graph graph_;
  std::vector<slot> slots_;
  std::vector<peer_object> all_;
  finish_line line_;
};

static void wrong_result() {
  std::fprintf(stderr, "metg: wrong result\n");
  std::exit(3);
}

namespace mentat::bench {

static std::vector<point_object> points;

// The indices of a task's output and inputs. The code of the calls is duplicated below: a call on
// an object whose class is a template parameter would block.
struct places {
  std::size_t at, a, b, c;
  int count;
};

// The indices if the outputs of `kept` steps are stored.
static places places_of(const task_graph& graph, int step, int point, int kept) {
  const auto first = [&](int of) {
    return static_cast<std::size_t>((of + kept) % kept) * static_cast<std::size_t>(graph.width);
  };
  const dependences from = graph.of(step, point);
  const auto output = [&](int i) {
    return first(step - 1) + static_cast<std::size_t>(from.points[static_cast<std::size_t>(i)]);
  };
  return {first(step) + static_cast<std::size_t>(point), output(0), output(1), output(2),
          from.count};
}

class persistent_points final : public graph_executor {
 public:
  explicit persistent_points(int width) {
    points.resize(static_cast<std::size_t>(width));
    for (point_object& each : points) {
      mentat::create(each);
      task_output ready = each.execute_0({});
      if (ready.step != 0) wrong_result();
    }
  }
  double execute(const task_graph& graph) override {
    const std::size_t width = static_cast<std::size_t>(graph.width);
    std::vector<task_output> outputs(2 * width);
    const double begin = now_us();
    for (int step = 0; step < graph.steps; ++step)
      for (int point = graph.first(step); point < graph.end(step); ++point) {
        const task t{graph, step, point};
        const places slots = places_of(graph, step, point, 2);
        point_object object = points[static_cast<std::size_t>(point)];
        switch (slots.count) {
          case 0:
            outputs[slots.at] = object.execute_0(t);
            break;
          case 1:
            outputs[slots.at] = object.execute_1(t, outputs[slots.a]);
            break;
          case 2:
            outputs[slots.at] = object.execute_2(t, outputs[slots.a], outputs[slots.b]);
            break;
          case 3:
            outputs[slots.at] =
                object.execute_3(t, outputs[slots.a], outputs[slots.b], outputs[slots.c]);
            break;
        }
      }
    // Each object executes its calls in order: the answer to a later one means that all are done.
    for (std::size_t i = 0; i < width; ++i) outputs[i] = points[i].execute_0({});
    for (std::size_t i = 0; i < width; ++i)
      if (outputs[i].step != 0) wrong_result();
    return now_us() - begin;
  }
};

class regular_tasks final : public graph_executor {
 public:
  double execute(const task_graph& graph) override {
    const std::size_t width = static_cast<std::size_t>(graph.width);
    // A graph without dependences has many sinks: all outputs are kept and awaited.
    std::vector<task_output> outputs(width * static_cast<std::size_t>(graph.steps));
    task_worker worker;
    const double begin = now_us();
    for (int step = 0; step < graph.steps; ++step)
      for (int point = graph.first(step); point < graph.end(step); ++point) {
        const task t{graph, step, point};
        const places slots = places_of(graph, step, point, graph.steps);
        switch (slots.count) {
          case 0:
            outputs[slots.at] = worker.execute_0(t);
            break;
          case 1:
            outputs[slots.at] = worker.execute_1(t, outputs[slots.a]);
            break;
          case 2:
            outputs[slots.at] = worker.execute_2(t, outputs[slots.a], outputs[slots.b]);
            break;
          case 3:
            outputs[slots.at] =
                worker.execute_3(t, outputs[slots.a], outputs[slots.b], outputs[slots.c]);
            break;
        }
      }
    for (int step = 0; step < graph.steps; ++step)
      for (int point = graph.first(step); point < graph.end(step); ++point)
        if (outputs[static_cast<std::size_t>(step) * width + static_cast<std::size_t>(point)]
                .step != step)
          wrong_result();
    return now_us() - begin;
  }
};

// Points of one block are near each other, blocks apart, as the ranks of MPI.
class peer_points final : public graph_executor {
 public:
  explicit peer_points(int width) {
    const auto count = static_cast<std::size_t>(width);
    const std::size_t half = (count + 1) / 2;
    std::vector<peer_object> points(count);
    for (std::size_t i = 0; i < count; ++i) {
      if (i == 0)
        mentat::create(points[i]);
      else if (i == half)
        mentat::create(points[i], mentat::apart_from(points[0]));
      else
        mentat::create(points[i], mentat::near(points[i < half ? 0 : half]));
    }
    mentat::create(line_);
    for (std::size_t i = 0; i < count; ++i)
      if (bool met = points[i].meet(static_cast<int>(i), points, line_); !met) wrong_result();
    points_ = points;
  }
  double execute(const task_graph& graph) override {
    const double begin = now_us();
    for (peer_object& each : points_) each.begin(graph);
    int arrived = line_.await(graph.width);
    if (arrived != graph.width) wrong_result();
    return now_us() - begin;
  }

 private:
  std::vector<peer_object> points_;
  finish_line line_;
};

static int width_of(int argc, char** argv) {
  for (int i = 1; i + 1 < argc; ++i)
    if (std::string(argv[i]) == "--width") return std::max(1, std::atoi(argv[i + 1]));
  return 2;
}

static int run(int argc, char** argv) {
  const std::string kind = argc > 1 ? argv[1] : "";
  if (kind == "persistent") {
    persistent_points system(width_of(argc, argv));
    return measure_task_graphs(argc - 1, argv + 1, system);
  }
  if (kind == "peers") {
    peer_points system(width_of(argc, argv));
    return measure_task_graphs(argc - 1, argv + 1, system);
  }
  regular_tasks system;
  return measure_task_graphs(argc - 1, argv + 1, system);
}

}  // namespace mentat::bench

int main(int argc, char** argv) { return mentat::bench::run(argc, argv); }
