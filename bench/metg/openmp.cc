// Task graphs as OpenMP tasks with dependences; the runtime derives the graph while one thread
// makes the tasks.
#include <omp.h>

#include <vector>

#include "bench/metg/task_graph.h"
#include "bench/samples.h"

namespace mentat::bench {
namespace {

class openmp_tasks final : public graph_executor {
 public:
  double execute(const task_graph& graph) override {
    const int width = graph.width;
    std::vector<task_output> outputs(static_cast<std::size_t>(graph.steps * width));
    task_output* const all = outputs.data();
    double begin = 0;
#pragma omp parallel num_threads(std::min(width, omp_get_num_procs()))
#pragma omp single
    {
      begin = now_us();
      for (int step = 0; step < graph.steps; ++step)
        for (int point = graph.first(step); point < graph.end(step); ++point) {
          const dependences from = graph.of(step, point);
          task_output* const before = all + (step - 1) * width;
          task_output* const mine = all + step * width + point;
#pragma omp task firstprivate(step, point, from, before, mine) \
    depend(iterator(i = 0 : from.count), in : before[from.points[i]]) depend(out : *mine)
          {
            std::array<task_output, 3> inputs;
            for (int i = 0; i < from.count; ++i) inputs[i] = before[from.points[i]];
            *mine = execute_task(graph, step, point, std::span(inputs).first(from.count));
          }
        }
    }
    return now_us() - begin;
  }
};

}  // namespace
}  // namespace mentat::bench

int main(int argc, char** argv) {
  mentat::bench::openmp_tasks system;
  return mentat::bench::measure_task_graphs(argc, argv, system);
}
