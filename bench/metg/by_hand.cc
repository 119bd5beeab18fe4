// Task graphs by hand: one thread for each point, or one process (`by_hand processes ...`). Outputs
// lie in shared memory, each with a flag on which the readers spin.
#include <sched.h>
#include <sys/mman.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "bench/metg/task_graph.h"
#include "bench/pause.h"
#include "bench/peers/two_processes.h"
#include "bench/samples.h"

namespace mentat::bench {
namespace {

struct alignas(64) slot {
  std::atomic<std::uint32_t> written_in;  // the number of the execution, from 1
  task_output output;
};

constexpr int max_steps = 10'000, max_points = 64;

struct board {
  alignas(64) std::atomic<std::uint32_t> execution;  // to be run
  alignas(64) std::atomic<int> finished;
  task_graph graph;
  slot slots[max_steps][max_points];
};

// Spins for a while, then yields the core: there may be more points than cores.
template <class Predicate>
void spin_until(const Predicate& is_so) {
  for (int polls = 0; !is_so(); ++polls) {
    if (polls < 2000)
      pause_core();
    else
      sched_yield();
  }
}

void execute_point(board& on, int point, std::uint32_t execution) {
  const task_graph graph = on.graph;
  for (int step = 0; step < graph.steps; ++step) {
    if (!graph.has(step, point)) continue;
    const dependences from = graph.of(step, point);
    std::array<task_output, 3> inputs;
    for (int i = 0; i < from.count; ++i) {
      const slot& input = on.slots[step - 1][from.points[static_cast<std::size_t>(i)]];
      spin_until([&] { return input.written_in.load(std::memory_order_acquire) == execution; });
      inputs[static_cast<std::size_t>(i)] = input.output;
    }
    slot& mine = on.slots[step][point];
    mine.output = execute_task(graph, step, point,
                               std::span(inputs).first(static_cast<std::size_t>(from.count)));
    mine.written_in.store(execution, std::memory_order_release);
  }
}

void serve_point(board& on, int point) {
  for (std::uint32_t execution = 1;; ++execution) {
    spin_until([&] { return on.execution.load(std::memory_order_acquire) == execution; });
    if (point < on.graph.width) execute_point(on, point, execution);
    on.finished.fetch_add(1, std::memory_order_acq_rel);
  }
}

class by_hand final : public graph_executor {
 public:
  by_hand(bool processes, int width) : width_(width) {
    void* at =
        mmap(nullptr, sizeof(board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) {
      std::perror("by_hand: mmap");
      std::exit(1);
    }
    on_ = static_cast<board*>(at);
    for (int point = 1; point < width; ++point) {
      if (processes)
        start_server([this, point] { serve_point(*on_, point); });
      else
        std::thread([this, point] { serve_point(*on_, point); }).detach();
    }
  }
  double execute(const task_graph& graph) override {
    if (graph.width != width_ || graph.steps > max_steps) std::exit(2);
    on_->graph = graph;
    on_->finished.store(0);
    const double begin = now_us();
    on_->execution.store(++execution_, std::memory_order_release);
    execute_point(*on_, 0, execution_);
    spin_until([&] { return on_->finished.load(std::memory_order_acquire) == width_ - 1; });
    return now_us() - begin;
  }

 private:
  const int width_;
  board* on_ = nullptr;
  std::uint32_t execution_ = 0;
};

int width_of(int argc, char** argv) {
  for (int i = 1; i + 1 < argc; ++i)
    if (std::string(argv[i]) == "--width") return std::clamp(std::atoi(argv[i + 1]), 1, max_points);
  return 2;
}

}  // namespace
}  // namespace mentat::bench

int main(int argc, char** argv) {
  const bool processes = argc > 1 && std::string(argv[1]) == "processes";
  if (processes) {
    --argc;
    ++argv;
  }
  mentat::bench::by_hand system(processes, mentat::bench::width_of(argc, argv));
  const int status = mentat::bench::measure_task_graphs(argc, argv, system);
  std::fflush(stdout);
  std::_Exit(status);  // the threads spin forever
}
