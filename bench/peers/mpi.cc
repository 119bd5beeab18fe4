// Calls over MPI: rank 0 sends the argument to rank 1, which returns an integer.
#include <mpi.h>

#include <cstdio>
#include <deque>

#include "bench/peers/calls.h"
#include "bench/peers/placement.h"

namespace mentat::bench {
namespace {

constexpr int call_tag = 1, end_tag = 2;

class mpi_calls final : public callee {
 public:
  void start(std::size_t bytes) override {
    const std::vector<char>& argument = argument_of(bytes == 0 ? sizeof(int) : bytes);
    pending& made = calls_.emplace_back();
    MPI_Irecv(&made.result, 1, MPI_INT, 1, call_tag, MPI_COMM_WORLD, &made.answer);
    MPI_Isend(argument.data(), static_cast<int>(argument.size()), MPI_BYTE, 1, call_tag,
              MPI_COMM_WORLD, &made.request);
  }
  void finish() override {
    pending& oldest = calls_.front();
    MPI_Wait(&oldest.request, MPI_STATUS_IGNORE);
    MPI_Wait(&oldest.answer, MPI_STATUS_IGNORE);
    calls_.pop_front();
  }

 private:
  struct pending {
    MPI_Request request, answer;
    int result = 0;
  };
  std::deque<pending> calls_;  // grows at its ends only: MPI's buffers must not move
};

void serve() {
  take_core(party::callee);
  std::vector<char> argument;
  for (;;) {
    MPI_Status status;
    MPI_Probe(0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    int size = 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    argument.resize(static_cast<std::size_t>(size) + 1);
    MPI_Recv(argument.data(), size, MPI_BYTE, 0, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (status.MPI_TAG == end_tag) return;
    const int result = argument[0];
    MPI_Send(&result, 1, MPI_INT, 0, call_tag, MPI_COMM_WORLD);
  }
}

}  // namespace
}  // namespace mentat::bench

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, status = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    mentat::bench::mpi_calls system;
    status = mentat::bench::measure_calls(argc, argv, system);
    MPI_Send(nullptr, 0, MPI_BYTE, 1, mentat::bench::end_tag, MPI_COMM_WORLD);
  } else {
    mentat::bench::serve();
  }
  MPI_Finalize();
  return status;
}
