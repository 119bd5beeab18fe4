// Mentat's part of the comparison; see between_processes.h.
#include <mentat/buffer.h>
#include <mentat/mpl.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <span>
#include <vector>

#include "bench/between_processes.h"

class [[mentat::persistent]] far_stage {
 public:
  int null_call(int n) { return n; }
  long size_of(std::vector<double> values) { return static_cast<long>(values.size()); }
  double first_of(mentat::buffer<double> values) { return values[0]; }
  double sum_of(mentat::buffer<double> values) {
    double sum = 0;
    for (const double one : values) sum += one;
    return sum;
  }
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
  if (sum != static_cast<int>(times)) std::abort();  // wrong results have no speed
  return took / static_cast<double>(times);
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
  const double took = now_ns() - begin;
  if (sum != static_cast<long>((times + 99) / 100 * 100)) std::abort();
  return took / static_cast<double>(sum);
}

double large_argument(std::size_t bytes) {
  far_stage far = stage();
  std::vector<double> values(bytes / sizeof(double), 1.5);
  const double begin = now_ns();
  long n = far.size_of(values);
  const double took = now_ns() - begin;
  if (n != static_cast<long>(values.size())) std::abort();
  return took;
}

double local_sum(std::size_t bytes) {
  const std::vector<double> values(bytes / sizeof(double), 1.0);
  const double begin = now_ns();
  double sum = 0;
  for (const double one : values) sum += one;
  const double took = now_ns() - begin;
  if (sum != static_cast<double>(values.size())) std::abort();
  return took;
}

double large_buffer(std::size_t bytes, bool reads_all) {
  far_stage far = stage();
  const std::size_t count = bytes / sizeof(double);
  const auto values = mentat::buffer<double>::make(
      count, [](std::span<double> to) { std::fill(to.begin(), to.end(), 1.0); });
  const double begin = now_ns();
  double got = 0;
  if (reads_all)
    got = far.sum_of(values);
  else
    got = far.first_of(values);
  if (got != (reads_all ? static_cast<double>(count) : 1.0)) std::abort();
  return now_ns() - begin;
}

}  // namespace mentat::bench

int main(int argc, char** argv) { return mentat::bench::run_between_processes(argc, argv); }
