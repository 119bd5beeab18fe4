// Task graphs over MPI: each rank has a block of the points; non-blocking messages, all of a step
// at once.
#include <mpi.h>

#include <algorithm>
#include <vector>

#include "bench/metg/task_graph.h"
#include "bench/samples.h"

namespace mentat::bench {
namespace {

class mpi_ranks final : public graph_executor {
 public:
  mpi_ranks() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
  }

  double execute(const task_graph& graph) override {
    const int first = first_of(rank_, graph.width), end = first_of(rank_ + 1, graph.width);
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = now_us();
    std::vector<task_output> outputs(static_cast<std::size_t>(graph.steps * graph.width));
    std::vector<MPI_Request> sends, receives;
    for (int step = 0; step < graph.steps; ++step) {
      task_output* const before = outputs.data() + (step - 1) * graph.width;
      task_output* const now = outputs.data() + step * graph.width;
      receives.clear();
      int asked = -1;  // the points of other ranks come in order
      for (int point = std::max(first, graph.first(step)); point < std::min(end, graph.end(step));
           ++point) {
        const dependences wanted = graph.of(step, point);
        for (const int from : wanted.all())
          if ((from < first || from >= end) && from > asked) {
            asked = from;
            MPI_Irecv(&before[from], sizeof(task_output), MPI_BYTE, owner_of(from, graph.width),
                      from, MPI_COMM_WORLD, &receives.emplace_back());
          }
      }
      MPI_Waitall(static_cast<int>(receives.size()), receives.data(), MPI_STATUSES_IGNORE);
      for (int point = std::max(first, graph.first(step)); point < std::min(end, graph.end(step));
           ++point) {
        const dependences from = graph.of(step, point);
        std::array<task_output, 3> inputs;
        for (int i = 0; i < from.count; ++i) inputs[i] = before[from.points[i]];
        now[point] = execute_task(graph, step, point, std::span(inputs).first(from.count));
        send_to_dependents(graph, step, point, now[point], sends);
      }
    }
    MPI_Waitall(static_cast<int>(sends.size()), sends.data(), MPI_STATUSES_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    return now_us() - begin;
  }

 private:
  [[nodiscard]] int first_of(int rank, int width) const { return rank * width / ranks_; }
  [[nodiscard]] int owner_of(int point, int width) const {
    int rank = 0;
    while (first_of(rank + 1, width) <= point) ++rank;
    return rank;
  }
  // Once to each other rank.
  void send_to_dependents(const task_graph& graph, int step, int point, const task_output& output,
                          std::vector<MPI_Request>& sends) const {
    int last = rank_;
    for (int other = 0; other < graph.width; ++other) {
      const int owner = owner_of(other, graph.width);
      if (owner == rank_ || owner == last || !graph.is_wanted(step, point, other)) continue;
      last = owner;
      MPI_Isend(&output, sizeof(task_output), MPI_BYTE, owner, point, MPI_COMM_WORLD,
                &sends.emplace_back());
    }
  }

  int rank_ = 0, ranks_ = 1;
};

}  // namespace
}  // namespace mentat::bench

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // Every rank measures; only the first one's samples count.
  if (rank != 0 && std::freopen("/dev/null", "w", stdout) == nullptr) return 1;
  mentat::bench::mpi_ranks system;
  const int status = mentat::bench::measure_task_graphs(argc, argv, system);
  MPI_Finalize();
  return status;
}
