// Mentat's part of the comparison; see between_processes.h.
#include <mentat/mpl.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "bench/between_processes.h"

class [[mentat::persistent]] far_stage {
 public:
  int null_call(int n) { return n; }
  long size_of(std::vector<double> values) { return static_cast<long>(values.size()); }
};

namespace mentat::bench {

static far_stage the_stage;
static bool is_made = false;

static far_stage stage() {
  if (!is_made) mentat::create(the_stage);
  is_made = true;
  return the_stage;
}

static double now_ns() {
  return std::chrono::duration<double, std::nano>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

double null_call(std::size_t times) {
  far_stage far = stage();
  int sum = 0;
  const double begin = now_ns();
  for (std::size_t i = 0; i < times; ++i) {
    int n = far.null_call(1);
    sum += n;
  }
  const double took = now_ns() - begin;
  return sum == static_cast<int>(times) ? took / static_cast<double>(times) : -1;
}

double pipelined_call(std::size_t times) {
  far_stage far = stage();
  const double begin = now_ns();
  long sum = 0;
  for (std::size_t done = 0; done < times; done += 100) {
    int results[100];
    for (int i = 0; i < 100; ++i) results[i] = far.null_call(1);
    for (int i = 0; i < 100; ++i) sum += results[i];
  }
  return sum > 0 ? (now_ns() - begin) / static_cast<double>(sum) : -1;
}

double large_argument(std::size_t bytes) {
  far_stage far = stage();
  std::vector<double> values(bytes / sizeof(double), 1.5);
  const double begin = now_ns();
  long n = far.size_of(values);
  return n == static_cast<long>(values.size()) ? now_ns() - begin : -1;
}

}  // namespace mentat::bench

int main(int argc, char** argv) { return mentat::bench::run_between_processes(argc, argv); }
