// Task graphs over MPI, one rank a point: non-blocking messages, all of a step at once.
#include <mpi.h>

#include <vector>

#include "bench/metg/task_graph.h"
#include "bench/samples.h"

namespace mentat::bench {
namespace {

class mpi_ranks final : public graph_executor {
 public:
  mpi_ranks() { MPI_Comm_rank(MPI_COMM_WORLD, &rank_); }

  double execute(const task_graph& graph) override {
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = now_us();
    std::vector<task_output> sent(static_cast<std::size_t>(graph.steps));
    std::vector<MPI_Request> sends;
    task_output last;
    for (int step = 0; step < graph.steps; ++step) {
      if (!graph.has(step, rank_)) continue;
      const dependences from = graph.of(step, rank_);
      std::array<task_output, 3> inputs;
      std::array<MPI_Request, 3> receives;
      int waiting = 0;
      for (int i = 0; i < from.count; ++i) {
        if (from.points[i] == rank_)
          inputs[i] = last;
        else
          MPI_Irecv(&inputs[i], sizeof(task_output), MPI_BYTE, from.points[i], 0, MPI_COMM_WORLD,
                    &receives[waiting++]);
      }
      MPI_Waitall(waiting, receives.data(), MPI_STATUSES_IGNORE);
      last = execute_task(graph, step, rank_, std::span(inputs).first(from.count));
      sent[static_cast<std::size_t>(step)] = last;
      for (int other = 0; other < graph.width; ++other)
        if (other != rank_ && graph.is_wanted(step, rank_, other))
          MPI_Isend(&sent[static_cast<std::size_t>(step)], sizeof(task_output), MPI_BYTE, other, 0,
                    MPI_COMM_WORLD, &sends.emplace_back());
    }
    MPI_Waitall(static_cast<int>(sends.size()), sends.data(), MPI_STATUSES_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    return now_us() - begin;
  }

 private:
  int rank_ = 0;
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
