// Task graphs as a flow graph of oneTBB; the time includes building it, as everywhere.
#include <oneapi/tbb/flow_graph.h>
#include <oneapi/tbb/global_control.h>

#include <memory>
#include <vector>

#include "bench/metg/task_graph.h"
#include "bench/samples.h"

namespace mentat::bench {
namespace {

namespace flow = oneapi::tbb::flow;
using node = flow::continue_node<flow::continue_msg>;

class flow_graph final : public graph_executor {
 public:
  double execute(const task_graph& graph) override {
    const int width = graph.width;
    const std::size_t count = static_cast<std::size_t>(graph.steps * width);
    std::vector<task_output> outputs(count);
    std::vector<std::unique_ptr<node>> nodes(count);
    const double begin = now_us();
    flow::graph all;
    flow::broadcast_node<flow::continue_msg> start(all);
    for (int step = 0; step < graph.steps; ++step)
      for (int point = graph.first(step); point < graph.end(step); ++point) {
        const dependences from = graph.of(step, point);
        const task_output* const before = outputs.data() + (step - 1) * width;
        task_output* const mine = outputs.data() + step * width + point;
        auto& made = nodes[static_cast<std::size_t>(step * width + point)];
        made = std::make_unique<node>(
            all, [&graph, step, point, from, before, mine](const flow::continue_msg&) {
              std::array<task_output, 3> inputs;
              for (int i = 0; i < from.count; ++i) inputs[i] = before[from.points[i]];
              *mine = execute_task(graph, step, point, std::span(inputs).first(from.count));
            });
        for (const int other : from.all())
          flow::make_edge(*nodes[static_cast<std::size_t>((step - 1) * width + other)], *made);
        if (from.count == 0) flow::make_edge(start, *made);
      }
    start.try_put({});
    all.wait_for_all();
    return now_us() - begin;
  }
};

}  // namespace
}  // namespace mentat::bench

int main(int argc, char** argv) {
  mentat::bench::flow_graph system;
  return mentat::bench::measure_task_graphs(argc, argv, system);
}
